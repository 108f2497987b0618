import { Command as Menu, useCommandState } from 'cmdk';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { closeOverlay } from '../../commands/keys/palette';
import type { Found, Hit } from '../../commands/search';
import { go, route } from '../../model/route';
import { emit } from '../../model/signals';
import { unitOf } from '../../protocol/points';
import { useWorkspace } from '../parts/store';

/** Hits that are not in the palette otherwise: a title that fits is in the list of conversations, if its conversation is. */
export function useNewHits(found: Found | null): readonly Hit[] {
  const listed = useWorkspace((state) => state.conversations.map((each) => each.id));
  return useMemo(
    () => found?.hits.filter((hit) => hit.turn_id !== null || !listed.includes(hit.conversation_id)) ?? [],
    [found, listed],
  );
}

/** Where the words stand in what was said. It comes after everything that has a name. */
export function Hits({ hits, onFirst }: { hits: readonly Hit[]; onFirst: (value: string) => void }) {
  const { t } = useTranslation('keys');
  const others = useCommandState((state) => state.filtered.count);
  const first = hits[0] ? keyOf(hits[0]) : null;
  // The list chooses its first entry when the words change; hits come later.
  useEffect(() => {
    if (others === 0 && first !== null) onFirst(first);
  }, [others, first, onFirst]);
  if (hits.length === 0) return null;
  return (
    <Menu.Group heading={t('palette.turns')} forceMount>
      {hits.map((hit) => (
        <HitRow key={keyOf(hit)} hit={hit} />
      ))}
    </Menu.Group>
  );
}

/** What is said when there is nothing to choose. */
export function Nothing({ words, busy, hits }: { words: string; busy: boolean; hits: number }) {
  const { t } = useTranslation('keys');
  const others = useCommandState((state) => state.filtered.count);
  if (others > 0 || hits > 0) return null;
  return (
    <p className="nothing" role="status">
      {busy ? t('palette.looking') : words.trim().length < 2 ? t('palette.typeMore') : t('palette.nothing')}
    </p>
  );
}

function HitRow({ hit }: { hit: Hit }) {
  const { t } = useTranslation('keys');
  const title = hit.title || t('palette.untitled');
  return (
    <Menu.Item value={keyOf(hit)} forceMount onSelect={() => visit(hit)}>
      <span className="what">
        <bdi>
          <Marked hit={hit} />
        </bdi>
      </span>
      <span className="hint" dir="auto">
        {hit.position !== null && <>{hit.name ?? t('palette.byYou')}, </>}
        {hit.position === null ? title : t('palette.inTurn', { title, position: hit.position })}
      </span>
    </Menu.Item>
  );
}

/** The piece of text with what fits marked. */
function Marked({ hit: { snippet, matches } }: { hit: Hit }) {
  const pieces: { from: number; text: string; fits: boolean }[] = [];
  let at = 0;
  for (const [first, last] of matches) {
    const [from, to] = [unitOf(snippet, first), unitOf(snippet, last)];
    if (from > at) pieces.push({ from: at, text: snippet.slice(at, from), fits: false });
    pieces.push({ from, text: snippet.slice(from, to), fits: true });
    at = to;
  }
  pieces.push({ from: at, text: snippet.slice(at), fits: false });
  return pieces.map(({ from, text, fits }) => (fits ? <mark key={from}>{text}</mark> : <span key={from}>{text}</span>));
}

function keyOf({ conversation_id, turn_id, advisor_id }: Hit): string {
  return `hit:${conversation_id}:${turn_id ?? ''}:${advisor_id ?? ''}`;
}

/** Go there. Whoever reads the address shows the turn once it is loaded; one already in the address is shown again. */
function visit({ conversation_id: id, turn_id: turnId, advisor_id: advisorId }: Hit): void {
  closeOverlay();
  const { now } = route.getState();
  const same = now.page === 'conversation' && now.id === id && now.turnId === turnId;
  if (same && turnId !== null) setTimeout(() => emit('showTurn', { turnId, advisorId, align: 'start' }));
  else go({ page: 'conversation', id, turnId });
}
