import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewAsking } from '../../commands/heartbeats';
import { attempt } from '../../commands/refused';
import type { Heartbeat } from '../../model/heartbeats';
import type { AskingAnswer } from '../../protocol/generated/answers';

/** What it would be asked, word for word, before it ever is. */
export function Asking({ heartbeat }: { heartbeat: Heartbeat }) {
  const { t } = useTranslation('heartbeats');
  const [asked, setAsked] = useState<AskingAnswer | null>(null);
  const open = (isOpen: boolean) => {
    if (isOpen) void attempt(async () => setAsked(await previewAsking(heartbeat)));
  };
  return (
    <details className="asking" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>
        {t('asking.title')}
        <span className="vh"> {heartbeat.name}</span>
      </summary>
      {asked && (
        <>
          <p className="help">{t('asking.by', { model: asked.model })}</p>
          {asked.messages.map((each) => (
            <div key={each.role}>
              <h3>{t(`asking.${each.role === 'system' ? 'system' : 'user'}`)}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse must be able to scroll it. */}
              <pre tabIndex={0} dir="auto">
                {each.content}
              </pre>
            </div>
          ))}
        </>
      )}
    </details>
  );
}
