import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadApprovals } from '../../commands/approvals';
import { closeOverlay } from '../../commands/keys/palette';
import { attempt } from '../../commands/refused';
import { loadTools } from '../../commands/tools';
import { type Approval, findTool, tools } from '../../model/tools';
import { Dialog } from '../parts/Floating';
import { RouteLink } from '../parts/RouteLink';
import { useWorkspace } from '../parts/store';
import { ToolAsks } from './ToolAsks';
import { Arguments } from './ToolDetails';
import { formatUntil } from './until';
import { useTools } from './useTools';

/** Everything that waits for the person's word, in whichever conversation. */
export function ApprovalDialog() {
  const { t } = useTranslation('tools');
  const { pending, wanted } = useTools(({ pending, wanted }) => ({ pending, wanted }));
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    void attempt(() => Promise.all([loadApprovals(), loadTools()]));
  }, []);
  const goOn = () => {
    if (tools.getState().pending.length === 0) return closeOverlay();
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('h3')?.focus());
  };
  // What somebody came for stands first.
  const ordered = pending.toSorted((a, b) => Number(b.id === wanted) - Number(a.id === wanted));
  return (
    <Dialog open onClose={closeOverlay} title={t('dialog.title')} className="approvals">
      {ordered.length === 0 ? <p className="quiet">{t('dialog.none')}</p> : <p className="quiet">{t('dialog.lead')}</p>}
      <ul ref={list}>
        {ordered.map((each) => (
          <Question key={each.id} approval={each} onDone={goOn} />
        ))}
      </ul>
      <div className="end">
        <RouteLink className="link" to={{ page: 'tools' }} onClick={closeOverlay}>
          {t('dialog.tools')}
        </RouteLink>
        <button type="button" className="btn sm" onClick={closeOverlay}>
          {t('dialog.close')} <kbd>Esc</kbd>
        </button>
      </div>
    </Dialog>
  );
}

const SHORT = 12;

function Question({ approval, onDone }: { approval: Approval; onDone: () => void }) {
  const { t } = useTranslation('tools');
  const { server, tool, conversation_id: id, turn_id: turnId, call_sha256: hash } = approval;
  const description = useTools((state) => findTool(state, server, tool)?.description ?? '');
  const title = useWorkspace(({ conversations }) => {
    const found = conversations.find((each) => each.id === id);
    return found?.title || found?.opening || '';
  });
  return (
    <li>
      <h3 tabIndex={-1}>{t('dialog.asks', { name: approval.advisor_name, tool: `${server}/${tool}` })}</h3>
      <p className="quiet">
        <RouteLink className="link" to={{ page: 'conversation', id, turnId }} onClick={closeOverlay}>
          {t('dialog.where', { title: title || t('dialog.untitled') })}
        </RouteLink>
      </p>
      <p className="about" dir="auto">
        {description || t('dialog.noDescription')}
      </p>
      <Arguments use={approval} />
      <p className="quiet">
        <code title={t('dialog.hashTitle', { hash })}>{t('dialog.hash', { hash: hash.slice(0, SHORT) })}</code>
        {' · '}
        {t('dialog.expires', { time: formatUntil(approval.expires_at) })}
      </p>
      <ToolAsks approvalId={approval.id} server={server} tool={tool} written={approval.arguments} onDone={onDone} />
    </li>
  );
}
