import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isReminderItem } from '../../model/reminders';
import { formatBytes, formatNumber, formatWhen } from '../parts/format';
import { Singles } from '../parts/Singles';
import type { Block, Kind } from './blocks';
import { isHistory } from './blocks';
import type { Look } from './look';
import { jumpTo } from './places';
import { Calls } from './ToolRows';

const COLOURS: Record<Kind, string> = {
  system: 'r-s',
  turn: 'r-u',
  human: 'r-u',
  reply: 'r-a',
  tool: 'r-a',
  reference: 'r-x',
  synthesis: 'r-x',
  state: 'r-m',
  memory: 'r-m',
  instructions: 'r-m',
  todo: 'r-m',
  documents: 'r-m',
  nudge: 'r-m',
};

/** One message: whose it is, where it comes from, what it weighs, and its words as far as one wants them. */
export const BlockRow = memo(function BlockRow({ block, look }: { block: Block; look: Look }) {
  const { t } = useTranslation('inspector');
  const tokens = formatNumber(block.tokens);
  const isBrief = isHistory(block) || COLOURS[block.kind] === 'r-m';
  return (
    <li className={`blk ${COLOURS[block.kind]}`}>
      <span className="role">{block.role}</span>
      <Origin block={block} look={look} />
      <span className="tok" title={t('payload.tokens', { tokens })}>
        {block.exact ? tokens : t('payload.about', { tokens })}
      </span>
      {block.content === null ? (
        <p className="muted">{t('payload.unreadable')}</p>
      ) : (
        (block.content !== '' || block.calls.length === 0) && <Words text={block.content} lines={isBrief ? 1 : 3} />
      )}
      <Images block={block} />
      <Calls block={block} />
      {look.turnId === null && isReminderItem(block.kind) && block.kind !== 'todo' && (
        <details className="choose">
          <summary>{t('payload.notThisTime', { name: look.voice.name })}</summary>
          <Singles item={block.kind} advisorId={look.voice.id} />
        </details>
      )}
    </li>
  );
});

/** The pictures shown with a message: their size, never their bytes. */
function Images({ block: { images } }: { block: Block }) {
  const { t } = useTranslation('inspector');
  if (images.length === 0) return null;
  return (
    <ul className="images">
      {images.map((image) => (
        <li key={image.document_id}>
          <bdi>{image.name}</bdi>{' '}
          <span className="num">
            {t('payload.image', {
              width: formatNumber(image.width),
              height: formatNumber(image.height),
              size: formatBytes(image.bytes),
              tokens: formatNumber(image.tokens),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Where a message comes from. A turn can be gone to. */
function Origin({ block, look }: { block: Block; look: Look }) {
  const { t } = useTranslation('inspector');
  const { title, note } = useOrigin(block, look);
  const { turnId } = block;
  const position = turnId ? look.places.positionOf(turnId) : null;
  return (
    <span className="from">
      {turnId && position !== null ? (
        <button
          type="button"
          title={t('payload.jump', { position })}
          onClick={() => jumpTo(turnId, block.kind === 'reply' ? look.voice.id : null)}
        >
          {title}
        </button>
      ) : (
        <span>{title}</span>
      )}{' '}
      <i>{note}</i>
    </span>
  );
}

function useOrigin({ kind, turnId, role }: Block, look: Look): { title: string; note: string } {
  const { t } = useTranslation(['inspector', 'tools']);
  const { name } = look.voice;
  const row = turnId ? look.places.rowOf(turnId) : null;
  const turn = row ? t('from.turn', { position: row.position }) : t('from.turnGone');
  switch (kind) {
    case 'system': {
      const title =
        look.version === null ? t('from.systemPlain', { name }) : t('from.system', { name, version: look.version });
      return { title, note: t('from.systemNote') };
    }
    case 'turn':
      return { title: turn, note: row ? t('from.you', { when: formatWhen(row.at) }) : t('from.youPlain') };
    case 'reply':
      return { title: turn, note: t('from.own', { name }) };
    case 'tool':
      return {
        title: turnId === null ? t('tools:told.now') : turn,
        note: role === 'tool' ? t('tools:told.result') : t('from.tool', { name }),
      };
    case 'reference':
      return {
        title: t('from.reference'),
        note: row ? t('from.referenceNote', { position: row.position }) : t('from.referenceNotePlain'),
      };
    case 'synthesis':
      return { title: t('from.synthesis'), note: t('from.synthesisNote') };
    case 'state':
      return { title: t('from.state'), note: t('from.stateNote') };
    case 'human':
      return {
        title: t('from.human'),
        note: look.position === null ? t('from.humanNow') : t('from.humanNote', { position: look.position }),
      };
    case 'nudge':
      return { title: t('from.nudge'), note: t('from.nudgeNote') };
    default:
      return { title: t(`from.${kind}`), note: t('from.on') };
  }
}

const WIDTH = 56;
// What is folded away is not put on the page at all; a clipped line needs no more than this.
const EXCERPT = 400;

/** Words, folded to a few lines when they are more than that. */
export function Words({ text, lines }: { text: string; lines: 1 | 3 }) {
  const { t } = useTranslation('inspector');
  const [open, setOpen] = useState(false);
  const isShort = text.length <= WIDTH * lines && text.split('\n', lines + 1).length <= lines;
  if (isShort) return <pre dir="auto">{text}</pre>;
  if (!open) {
    return (
      <button type="button" className={`words c${lines}`} aria-expanded={false} onClick={() => setOpen(true)}>
        <span dir="auto">{text.slice(0, EXCERPT)}</span>
      </button>
    );
  }
  return (
    <div className="whole">
      <pre dir="auto">{text}</pre>
      <button type="button" className="link" aria-expanded={true} onClick={() => setOpen(false)}>
        {t('payload.less')}
      </button>
    </div>
  );
}
