/** Bytes on their way to the server, with how far they have come; `fetch` cannot say that. */
import { Refusal } from './request';

interface Options {
  onProgress: (share: number) => void;
  signal?: AbortSignal;
}

/** Post a file to an address. Throws `Refusal` for everything but a 2xx, and `AbortError` when the signal fires. */
export function upload<Answer>(address: string, file: Blob, { onProgress, signal }: Options): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    request.responseType = 'json';
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve(request.response as Answer);
      else reject(refusalOf(request));
    };
    request.onerror = () => reject(new Refusal('offline', 'The server cannot be reached.'));
    request.onabort = () => reject(new DOMException('Stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function refusalOf({ status, response }: XMLHttpRequest): Refusal {
  const error = (response as { error?: { code: string; message: string; facts?: Record<string, unknown> } } | null)
    ?.error;
  if (!error) return new Refusal('unreadable', `The server answered ${status} and nothing readable.`, status);
  return new Refusal(error.code, error.message, status, error.facts ?? {});
}
