import type { Tokens } from 'marked';
import { useTranslation } from 'react-i18next';
import { renderInlines } from './inlines';

/** Scrolls inside of its own box, by keyboard too; its column never gets wider. */
export function Table({ table, dir }: { table: Tokens.Table; dir?: 'auto' | undefined }) {
  const { t } = useTranslation('markdown');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <figure className="md-table" dir={dir} tabIndex={0} aria-label={t('table', { count: table.rows.length })}>
      <table>
        <thead>
          <tr>
            {table.header.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
              <th key={column} scope="col" data-align={cell.align ?? undefined}>
                {renderInlines(cell.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only ever added at the end.
            <tr key={line}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place.
                <td key={column} data-align={cell.align ?? undefined}>
                  {renderInlines(cell.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
