import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import { pretty } from '../../model/toolUse';
import { formatNumber } from '../parts/format';
import type { Block } from './blocks';
import type { Told } from './toolWire';
import { Words } from './Words';

/** What an advisor is told about its tools: not one of the messages, and sent all the same. */
export function ToldRow({ told }: { told: Told }) {
  const { t } = useTranslation(['tools', 'inspector']);
  const tokens = formatNumber(told.tokens);
  return (
    <li className="blk r-m">
      <span className="role">tools</span>
      <span className="from">
        <span>{t('told.title', { count: told.count })}</span> <i>{t('told.note')}</i>
      </span>
      <span className="tok" title={t('inspector:payload.tokens', { tokens })}>
        {tokens}
      </span>
      <Words text={told.text} lines={1} />
    </li>
  );
}

/** The calls a message makes, each with its arguments. */
export function Calls({ block: { calls } }: { block: Block }) {
  const { t } = useTranslation('tools');
  if (calls.length === 0) return null;
  return (
    <ul className="calls">
      {calls.map((call, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls of sent bytes have no other name and never move.
        <li key={place}>
          <span>{t('told.call', { name: call.name })}</span>
          <Words text={pretty(call.arguments)} lines={3} />
        </li>
      ))}
    </ul>
  );
}
