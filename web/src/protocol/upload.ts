/** Bytes on their way to the server, with how far they have come; `fetch` cannot say that. */
import { hearRefusal } from './door';
import type { Route, Routes } from './generated/answers';
import { Refusal, readRefusal } from './refusal';
import { type Ask, address } from './request';

interface Options {
  onProgress: (share: number) => void;
  signal?: AbortSignal;
}

/** Post a file to a route. Throws `Refusal` for everything but a 2xx, and `AbortError` when the signal fires. */
export function upload<R extends Route & `POST ${string}`>(
  route: R,
  asked: Omit<Ask<R>, 'body' | 'headers' | 'signal'>,
  file: Blob,
  { onProgress, signal }: Options,
): Promise<Routes[R]['answer']> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address(route, asked));
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Routes[R]['answer']);
      else
        reject(hearRefusal(readRefusal(request.status, request.response, request.getResponseHeader('X-Request-Id'))));
    };
    request.onerror = () => reject(new Refusal('offline', 'The server cannot be reached.'));
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
