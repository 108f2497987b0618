import '../../locales/inspector';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../parts/format';
import { isHistory } from '../payloads/blocks';
import type { ShownPayload } from '../payloads/shown';

const PARTS = ['rules', 'earlier', 'quoted', 'along', 'tools', 'message'] as const;
type Part = (typeof PARTS)[number];

/** What takes the room of one request: a bar as long as the room, and its parts in words. */
export function RoomPane({ shown, limit }: { shown: ShownPayload; limit: number | null }) {
  const { t } = useTranslation('inspector');
  const taken = weigh(shown);
  const room = Math.max(limit ?? shown.tokens, shown.tokens, 1);
  const turns = new Set(shown.blocks.filter(isHistory).map((block) => block.turnId)).size;
  const parts = PARTS.filter((part) => taken[part] > 0);
  return (
    <section className="pane takes">
      <div className="h">
        <h3>{t('room.title')}</h3>
      </div>
      <div className="bar" aria-hidden="true">
        {parts.map((part) => (
          <span key={part} className={`p-${part}`} style={{ flexGrow: taken[part] }} />
        ))}
        <span className="p-left" style={{ flexGrow: room - shown.tokens }} />
      </div>
      <dl>
        {parts.map((part) => (
          <div key={part} className={`p-${part}`}>
            <dt>{part === 'earlier' ? t('room.earlier', { count: turns }) : t(`room.${part}`)}</dt>
            <dd>{formatNumber(taken[part])}</dd>
          </div>
        ))}
        <div className="p-sum">
          <dt>{t('room.sum')}</dt>
          <dd>
            {limit === null
              ? formatNumber(shown.tokens)
              : t('room.of', { tokens: formatNumber(shown.tokens), room: formatNumber(limit) })}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function weigh({ blocks, told }: ShownPayload): Record<Part, number> {
  const taken: Record<Part, number> = {
    rules: 0,
    earlier: 0,
    quoted: 0,
    along: 0,
    tools: told?.tokens ?? 0,
    message: 0,
  };
  for (const block of blocks) taken[partOf(block)] += block.tokens;
  return taken;
}

function partOf(block: ShownPayload['blocks'][number]): Part {
  if (block.kind === 'system') return 'rules';
  if (block.kind === 'human') return 'message';
  if (block.kind === 'tool' && !isHistory(block)) return 'tools';
  if (isHistory(block)) return 'earlier';
  return block.kind === 'reference' || block.kind === 'synthesis' ? 'quoted' : 'along';
}
