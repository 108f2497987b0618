import { useTranslation } from 'react-i18next';
import '../../locales/help';
import type words from '../../locales/en/help.json';

type RowId = keyof (typeof words)['filterHelp']['rows'];
type Rows = readonly (readonly [string, RowId])[];

const PREDICATES: Rows = [
  ["t   t'Hiring'   t'/Work/Hiring'...", 'topic'],
  ['s   s2   s>=2', 'stars'],
  ['r20', 'recent'],
  ['b   g', 'flags'],
  ["m   m'gpt*'", 'model'],
  ["a   a'Skeptic'", 'advisor'],
  ['d<7d   d>=6mo', 'age'],
  ['d2026-01-31   d>=2026-01-31', 'day'],
  ["c'text'", 'contains'],
  ['p', 'pinned'],
  ['w>=0.8', 'importance'],
  ['i   x   e', 'has'],
  ["k'todo'", 'tag'],
  ['o   o5   !o', 'inside'],
  ['n', 'divider'],
  ['@name', 'saved'],
];
const JOINING: Rows = [
  ['s2 b   s2 & b', 'both'],
  ['s2 | b   s2 + b', 'either'],
  ['!b', 'not'],
  ['s2 (r3 | b)', 'together'],
];
const COMMANDS: Rows = [
  ['s3 :export md', 'export'],
  [`c'offer' :topic "Work/Hiring"`, 'move'],
  ['e :delete', 'delete'],
  ['r1 :star 3', 'star'],
  ["c'deadline' :pin   p :unpin", 'pin'],
  ["e :out a'Skeptic'   e :out", 'leaveOut'],
  ["s3 :in a'Skeptic'   s3 :in", 'takeIn'],
  [`c'later' :tag "todo"`, 'addTag'],
  ['r5 :flag blue   b :flag none', 'flag'],
  [':hud on   :hud off', 'hud'],
  [':new', 'new'],
];

/** The language of the filter line, in examples. */
export function FilterHelp() {
  const { t } = useTranslation('help');
  return (
    <div className="prose">
      <p>{t('filterHelp.lead')}</p>
      <Table title={t('filterHelp.predicates')} rows={PREDICATES} second={t('filterHelp.shows')} />
      <Table title={t('filterHelp.joining')} rows={JOINING} second={t('filterHelp.shows')} />
      <Table title={t('filterHelp.commands')} rows={COMMANDS} second={t('filterHelp.does')} />
      <h3>{t('filterHelp.notes')}</h3>
      <ul>
        {t('filterHelp.note', { returnObjects: true }).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Table({ title, rows, second }: { title: string; rows: Rows; second: string }) {
  const { t } = useTranslation('help');
  return (
    <table className="filter-letters">
      <caption>{title}</caption>
      <thead className="vh">
        <tr>
          <th scope="col">{t('filterHelp.write')}</th>
          <th scope="col">{second}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([line, id]) => (
          <tr key={id}>
            <th scope="row" dir="ltr">
              {line.split('   ').map((each) => (
                <code key={each}>{each}</code>
              ))}
            </th>
            <td>{t(`filterHelp.rows.${id}`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
