import '../../locales/inspector';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../commands/copyText';
import { formatNumber } from '../parts/format';
import { hasImages, readWire } from './wire';

// Laying out megabytes of one line takes seconds; nobody reads that far before asking for it.
const FIRST = 120_000;

/** The request exactly as it goes over the wire. */
export function RawForm({ body, name, position }: { body: string; name: string; position: number | null }) {
  const { t } = useTranslation('inspector');
  const [pretty, setPretty] = useState(false);
  const [all, setAll] = useState(false);
  const text = pretty ? indent(body) : body;
  const isLong = text.length > FIRST && !all;
  const elided = useMemo(() => hasImages(readWire(body)), [body]);
  return (
    <>
      <div className="acts">
        <button type="button" className="btn sm" onClick={() => void copyText(body)}>
          {t('raw.copy')}
        </button>
        <button type="button" className="btn sm" onClick={() => download(body, name, position)}>
          {t('raw.download')}
        </button>
        <label className="tick">
          <input type="checkbox" checked={pretty} onChange={(event) => setPretty(event.target.checked)} />
          {t('raw.pretty')}
        </label>
      </div>
      <p className="note">{t(elided ? 'raw.images' : pretty ? 'raw.prettyNote' : 'raw.exact')}</p>
      <section className="bytes" aria-label={t('raw.region')}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre tabIndex={0}>{isLong ? text.slice(0, FIRST) : text}</pre>
      </section>
      {isLong && (
        <button type="button" className="btn sm" onClick={() => setAll(true)}>
          {t('raw.all', { bytes: t('payload.bytes', { count: text.length, formatted: formatNumber(text.length) }) })}
        </button>
      )}
    </>
  );
}

function indent(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Save the bytes under a name that says whose they are. */
function download(body: string, name: string, position: number | null): void {
  const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}-${position ?? 'draft'}.json`;
  const address = URL.createObjectURL(new Blob([body], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = file;
  link.click();
  URL.revokeObjectURL(address);
}
