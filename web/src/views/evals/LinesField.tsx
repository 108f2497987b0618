import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Assertion, type Line, readLines } from '../../model/expectations';
import { Field } from '../parts/Field';

interface Props {
  text: string;
  onText: (text: string) => void;
  /** What lines cannot say, and what therefore stays. */
  rest: readonly Assertion[];
  focused?: boolean;
}

const ROWS = 5;

/** What must hold, one thing to a line, and beside it how each line is understood. */
export function LinesField({ text, onText, rest, focused = false }: Props) {
  const { t } = useTranslation('evals');
  const lines = readLines(text);
  const understoodId = useId();
  return (
    <>
      <Field label={t('assert.lines')} help={t('assert.linesHelp')}>
        {(ids) => (
          <textarea
            {...ids}
            aria-describedby={`${ids['aria-describedby']} ${understoodId}`}
            aria-invalid={lines.some((each) => each.wrong !== null)}
            className="input lines"
            rows={Math.max(ROWS, lines.length + 1)}
            dir="auto"
            maxLength={20_000}
            value={text}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
            autoFocus={focused}
            onChange={(event) => onText(event.target.value)}
          />
        )}
      </Field>
      <section id={understoodId} className="understood" aria-label={t('assert.understood')}>
        <h3>{t('assert.understood')}</h3>
        {lines.length === 0 && <p className="help">{t('assert.nothing')}</p>}
        <ol>
          {lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name than its place.
            <Understood key={at} line={line} />
          ))}
        </ol>
        <Kept rest={rest} />
      </section>
    </>
  );
}

function Understood({ line }: { line: Line }) {
  const { t } = useTranslation('evals');
  const { kind, value, negate, wrong } = line;
  if (wrong !== null) {
    return (
      <li className="wrong" dir="auto">
        {value !== '' && <code>{value}</code>} {t(`wrong.${wrong}`)}
      </li>
    );
  }
  const words = negate && kind !== 'judged' ? t(`lineNot.${kind}`, { value }) : t(`line.${kind}`, { value });
  return (
    <li className={kind === 'judged' ? 'judged' : 'letters'} dir="auto">
      {words}
    </li>
  );
}

/** What only a file can say. */
export function Kept({ rest }: { rest: readonly Assertion[] }) {
  const { t } = useTranslation('evals');
  if (rest.length === 0) return null;
  return (
    <div className="kept">
      <p className="help">{t('assert.rest')}</p>
      <ul>
        {rest.map((each) => {
          const written = typeof each === 'string' ? each : JSON.stringify(each);
          return (
            <li key={written}>
              <code dir="auto">{written}</code>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
