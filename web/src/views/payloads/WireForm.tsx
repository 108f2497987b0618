import '../../locales/inspector';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../parts/format';
import { Words } from './Words';
import { readWire, sizeOf, type WireMessage } from './wire';

const COLOURS: Readonly<Record<string, string>> = {
  system: 'r-s',
  developer: 'r-s',
  user: 'r-u',
  assistant: 'r-a',
  model: 'r-a',
  tool: 'r-a',
};

/** The messages as the provider is given them, after merging and re-naming roles. */
export function WireForm({ body, canonical }: { body: string; canonical: number }) {
  const { t } = useTranslation('inspector');
  const wire = useMemo(() => readWire(body), [body]);
  if (wire === null) return <p className="note">{t('wire.unreadable')}</p>;
  const counts = { canonical: formatNumber(canonical), wire: formatNumber(wire.messages.length) };
  const sentence = wire.messages.length === canonical ? 'same' : wire.messages.length < canonical ? 'fewer' : 'other';
  return (
    <>
      <p className="note">{t(`wire.${sentence}`, counts)}</p>
      <WireBody body={body} />
    </>
  );
}

/** The messages of a request, and all that stands beside them. */
export function WireBody({ body }: { body: string }) {
  const { t } = useTranslation('inspector');
  const wire = useMemo(() => readWire(body), [body]);
  if (wire === null) return <p className="note">{t('wire.unreadable')}</p>;
  return (
    <>
      <ol className="blocks" aria-label={t('payload.list')}>
        {wire.messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of sent bytes have no other name and never move.
          <li key={place} className={`blk ${COLOURS[message.role] ?? 'r-m'}`}>
            <span className="role">{message.role}</span>
            <span className="from">
              <i>{t('wire.chars', { count: sizeOf(message.text), formatted: formatNumber(sizeOf(message.text)) })}</i>
            </span>
            <span className="tok">{place + 1}</span>
            <Words text={sayMessage(message)} lines={3} />
          </li>
        ))}
      </ol>
      <h4 className="sub">{t('wire.rest')}</h4>
      <pre className="bytes">{JSON.stringify(wire.rest, null, 2)}</pre>
    </>
  );
}

function sayMessage({ text, images = [], calls = [], results = [] }: WireMessage): string {
  const called = calls.map((call) => `${call.name} ${call.arguments}`);
  return [...results, text, ...images.map((image) => `[${image}]`), ...called].filter((each) => each !== '').join('\n');
}
