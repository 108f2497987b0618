import '../../locales/inspector';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { isReminderItem } from '../../model/reminders';
import { findingsOf, isBeyondChance, whys } from '../../model/why';
import { formatBytes, formatNumber, formatWhen } from '../parts/format';
import { Singles } from '../parts/Singles';
import type { Block, Kind } from './blocks';
import { isHistory } from './blocks';
import { jumpTo } from './places';
import { Quotes } from './Quotes';
import type { SentPayload, ShownPayload } from './shown';
import { Calls } from './ToolRows';
import { Words } from './Words';

const COLOURS = {
  system: 'r-s',
  turn: 'r-u',
  human: 'r-u',
  reply: 'r-a',
  tool: 'r-a',
  picture: 'r-m',
  reference: 'r-x',
  synthesis: 'r-x',
  state: 'r-m',
  memory: 'r-m',
  instructions: 'r-m',
  todo: 'r-m',
  documents: 'r-m',
  caller: 'r-m',
  nudge: 'r-m',
} as const satisfies Record<Kind, string>;

// In plain words whose message it is; the provider's form has the role it is sent in. The voice has its own name.
const WHOSE = { 'r-s': 'rules', 'r-u': 'you', 'r-a': null, 'r-x': 'quoted', 'r-m': 'along' } as const;

/** One message: whose it is, where it comes from, what it weighs, and its words as far as one wants them. */
export const BlockRow = memo(function BlockRow({ block, shown }: { block: Block; shown: ShownPayload }) {
  const { t } = useTranslation('inspector');
  const tokens = formatNumber(block.tokens);
  const word = WHOSE[COLOURS[block.kind]];
  const isBrief = isHistory(block) || COLOURS[block.kind] === 'r-m';
  const findings = useStore(
    whys,
    useShallow((state) => ('reply' in shown ? findingsOf(state, (shown as SentPayload).reply.id, block) : [])),
  );
  const beyond = findings.find(isBeyondChance);
  // What stood out once may be chance: it is told in the list, and not painted here.
  const told = beyond ?? findings.find(({ verdict }) => verdict === 'none');
  return (
    <li className={`blk ${COLOURS[block.kind]} ${beyond ? 'beyond-chance' : ''}`}>
      <span className="role" title={block.role}>
        {word === null ? <bdi>{shown.voice.name}</bdi> : t(`role.${word}`)}
      </span>
      <Origin block={block} shown={shown} />
      <span className="tok" title={t('payload.tokens', { tokens })}>
        {block.exact ? tokens : t('payload.about', { tokens })}
      </span>
      {block.content === null ? (
        <p className="muted">{t('payload.unreadable')}</p>
      ) : (
        (block.content !== '' || block.calls.length === 0) && <Words text={block.content} lines={isBrief ? 1 : 3} />
      )}
      {told && <p className="what-came">{t(`because.verdict.${told.verdict}`)}</p>}
      {block.kind === 'reference' && <Quotes quotes={shown.quotes} />}
      <Images block={block} />
      <Calls block={block} />
      {shown.turnId === null && isReminderItem(block.kind) && block.kind !== 'todo' && (
        <details className="choose">
          <summary>{t('payload.notThisTime', { name: shown.voice.name })}</summary>
          <Singles item={block.kind} advisorId={shown.voice.id} />
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
function Origin({ block, shown }: { block: Block; shown: ShownPayload }) {
  const { t } = useTranslation('inspector');
  const { title, note } = useOrigin(block, shown);
  const { turnId } = block;
  const position = turnId ? shown.places.positionOf(turnId) : null;
  return (
    <span className="from">
      {turnId && position !== null ? (
        <button
          type="button"
          title={t('payload.jump', { position })}
          onClick={() => jumpTo(turnId, block.kind === 'reply' ? shown.voice.id : null)}
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

function useOrigin({ kind, turnId, role }: Block, shown: ShownPayload): { title: string; note: string } {
  const { t } = useTranslation(['inspector', 'tools']);
  const { name } = shown.voice;
  const row = turnId ? shown.places.rowOf(turnId) : null;
  const turn = row ? t('from.turn', { position: row.position }) : t('from.turnGone');
  switch (kind) {
    case 'system': {
      const title =
        shown.version === null ? t('from.systemPlain', { name }) : t('from.system', { name, version: shown.version });
      return { title, note: t('from.systemNote') };
    }
    case 'turn':
      return { title: turn, note: row ? t('from.you', { when: formatWhen(row.at) }) : t('from.youPlain') };
    case 'reply':
      return { title: turn, note: t('from.own') };
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
    case 'caller':
      return { title: t('from.caller'), note: t('from.callerNote') };
    case 'human':
      return {
        title: t('from.human'),
        note: shown.position === null ? t('from.humanNow') : t('from.humanNote', { position: shown.position }),
      };
    case 'picture':
      return { title: turnId === null ? t('from.picture') : turn, note: t('from.pictureNote') };
    case 'nudge':
      return { title: t('from.nudge'), note: t('from.nudgeNote') };
    default:
      return { title: t(`from.${kind}`), note: t('from.on') };
  }
}
