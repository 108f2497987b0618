import type { ReactNode } from 'react';

interface Row {
  readonly key: string;
  readonly cells: readonly ReactNode[];
  readonly caution?: boolean;
}

interface Props {
  title: string;
  /** The sentence that stands where there is nothing. */
  empty: string;
  columns: readonly string[];
  rows: readonly Row[];
}

/** Rows under a title, the first cell of each naming it. */
export function Figures({ title, empty, columns, rows }: Props) {
  if (rows.length === 0) {
    return (
      <section aria-label={title}>
        <h3>{title}</h3>
        <p className="none">{empty}</p>
      </section>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="sideways" tabIndex={0} aria-label={title}>
      <table className="readings">
        <caption>{title}</caption>
        <thead>
          <tr>
            {columns.map((each) => (
              <th key={each} scope="col">
                {each}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest], caution }) => (
            <tr key={key} className={caution ? 'off' : ''}>
              <th scope="row" dir="auto">
                {first}
              </th>
              {rest.map((each, at) => (
                <td key={columns[at + 1]}>{each}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
