/** What was different for a variant, in words. */
import type { TFunction } from 'i18next';
import type { Reply } from '../../protocol/events';
import { joinNames } from '../parts/counts';
import { joinWords } from '../parts/format';

type Say = TFunction<'inspector'>;

export function sayChanges(t: Say, reply: Reply, first: Reply): string {
  const { filter, off, dropping, leave_out, take_in } = reply.changes ?? {};
  const said = [
    filter !== undefined &&
      (filter === '' ? t('replay.changes.noFilter') : t('replay.changes.filter', { line: filter })),
    off !== undefined &&
      (off.length === 0
        ? t('replay.changes.offNone')
        : t('replay.changes.off', { items: joinNames(off.map((item) => t(`replay.items.${item}`))) })),
    dropping && t('replay.changes.dropping', { policy: t(`hud.policies.${dropping}`) }),
    leave_out?.length && t('replay.changes.left_out', { count: leave_out.length }),
    take_in?.length && t('replay.changes.taken_in', { count: take_in.length }),
    reply.model !== first.model && t('replay.changes.model', { model: reply.model }),
    reply.advisor_version !== first.advisor_version && t('replay.changes.version', { version: reply.advisor_version }),
  ].filter((each): each is string => typeof each === 'string');
  return said.length === 0 ? t('replay.changes.none') : joinWords(said);
}
