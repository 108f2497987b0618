import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadScores } from '../../commands/journal';
import { openModels } from '../../commands/otherModels';
import { choosePanel } from '../../commands/panels';
import { quietly } from '../../commands/quietly';
import { changeDraft } from '../../model/draft';
import { hasStood, type Score } from '../../model/journal';
import { go } from '../../model/route';
import { on } from '../../model/signals';
import { editThinking, LEVELS, readThinking } from '../../model/thinking';
import type { Advisor } from '../../model/workspace';
import { useJournal } from '../journal/useJournal';
import type { AskedPanel } from '../panels/useAskedPanel';
import { Menu, MenuCaption, MenuCheck, MenuChoice, MenuItem, MenuLine } from '../parts/Floating';
import { formatNumber } from '../parts/format';
import { Monogram } from '../parts/Monogram';
import { useConversation, useDraft, useWorkspace } from '../parts/store';

/** Which panel is asked, and who of it this time. */
export function PanelMenu({ panel, seats, asked }: AskedPanel) {
  const { t } = useTranslation(['composer', 'models']);
  const [open, setOpen] = useState(false);
  const id = useConversation((state) => state.id);
  const panels = useWorkspace((state) => state.panels);
  const { thinking } = useDraft();
  useEffect(() => on('openPanelMenu', () => setOpen(true)), []);
  // Read when somebody looks who is asked, and never on the way of a message.
  useEffect(() => void (open && quietly(loadScores)), [open]);
  const scores = useJournal((state) => state.scores.filter(hasStood));
  const scoreOf = (advisor: Advisor) => scores.find((each) => each.advisor_id === advisor.id);
  const isJudged = seats.some(scoreOf);
  const all = asked.length === seats.length;
  const choose = (chosen: readonly Advisor[]) =>
    changeDraft(id, { advisorIds: chosen.length === seats.length ? null : chosen.map((each) => each.id) });
  const flip = (advisor: Advisor, checked: boolean) => {
    const chosen = seats.filter((each) => (each.id === advisor.id ? checked : asked.includes(each)));
    // Somebody has to be asked.
    if (chosen.length > 0) choose(chosen);
  };
  return (
    <Menu
      side="top"
      className="panel-menu"
      open={open}
      onOpenChange={setOpen}
      trigger={<PanelButton name={panel?.name ?? t('panel.unknown')} seats={seats} asked={asked} />}
    >
      <MenuCaption>{t('panel.panels')}</MenuCaption>
      <MenuChoice
        label={t('panel.panels')}
        value={panel?.id ?? ''}
        onChange={(panelId) => void choosePanel(id, panelId)}
        options={panels.map((each) => ({ value: each.id, label: each.name }))}
      />
      {seats.length > 1 && (
        <>
          <MenuLine />
          <MenuCaption>{t('panel.advisors')}</MenuCaption>
          <MenuCheck checked={all} onChange={() => choose(seats)}>
            {t('panel.all')}
          </MenuCheck>
          {seats.map((advisor) => (
            <MenuCheck
              key={advisor.id}
              checked={asked.includes(advisor)}
              onChange={(checked) => flip(advisor, checked)}
            >
              <Monogram name={advisor.name} colour={advisor.colour} small hollow={!asked.includes(advisor)} />
              <Voice advisor={advisor} score={scoreOf(advisor)} />
            </MenuCheck>
          ))}
        </>
      )}
      {isJudged && (
        <>
          {seats.length === 1 &&
            seats.map((advisor) => (
              <MenuCaption key={advisor.id}>
                <Voice advisor={advisor} score={scoreOf(advisor)} />
              </MenuCaption>
            ))}
          <MenuItem onClick={() => go({ page: 'journal', id: null, turnId: null })}>{t('panel.journal')}</MenuItem>
        </>
      )}
      <MenuLine />
      <MenuCaption>{t('think.title')}</MenuCaption>
      <MenuChoice
        label={t('think.title')}
        value={editThinking(thinking)}
        onChange={(chosen) => changeDraft(id, { thinking: readThinking(chosen) })}
        options={[
          { value: '', label: t('think.usual') },
          ...LEVELS.map((level) => ({ value: level, label: t(`think.${level}`) })),
        ]}
      />
      <MenuLine />
      <MenuItem onClick={() => openModels(null)}>{t('models:open')}</MenuItem>
    </Menu>
  );
}

/** A name and, small, what came of its stances; the name alone as long as there is nothing to tell. */
function Voice({ advisor, score }: { advisor: Advisor; score: Score | undefined }) {
  const { t } = useTranslation('composer');
  const pro = score?.stood_for;
  const con = score?.stood_against;
  return (
    <span className="voice-line">
      <span>{advisor.name}</span>
      {pro !== undefined && pro.count > 0 && (
        <small>{t('panel.stoodFor', { number: formatNumber(pro.count), right: formatNumber(pro.right) })}</small>
      )}
      {con !== undefined && con.count > 0 && (
        // Who stood against what went wrong was right.
        <small>{t('panel.stoodAgainst', { number: formatNumber(con.count), right: formatNumber(con.wrong) })}</small>
      )}
    </span>
  );
}

interface PanelButtonProps {
  name: string;
  seats: readonly Advisor[];
  asked: readonly Advisor[];
}

/** The menu hands its own attributes to the button. */
function PanelButton({ name, seats, asked, ...given }: PanelButtonProps & Record<string, unknown>) {
  const { t } = useTranslation('composer');
  return (
    <button
      {...given}
      type="button"
      className="panel-sel"
      aria-label={`${t('panel.choose')}: ${t('panel.asked', { panel: name, count: asked.length })}`}
    >
      <span className="name">{name}</span>
      <span className="who">
        {seats.map((each) => (
          <Monogram key={each.id} name={each.name} colour={each.colour} small hollow={!asked.includes(each)} />
        ))}
      </span>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d="M1 3l4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
    </button>
  );
}
