import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../model/screen';
import { Dialog } from '../parts/Floating';
import { followWith } from '../parts/format';

/** What the server looks for in its environment, in the order it prefers. */
const KEYS = [
  { variable: 'OPENAI_API_KEY', provider: 'openai', model: 'gpt-5.2' },
  { variable: 'OPENROUTER_API_KEY', provider: 'openrouter', model: 'anthropic/claude-sonnet-4.5' },
  { variable: 'GROQ_API_KEY', provider: 'groq', model: 'openai/gpt-oss-120b' },
  { variable: 'MISTRAL_API_KEY', provider: 'mistral', model: 'mistral-large-latest' },
  { variable: 'DEEPSEEK_API_KEY', provider: 'deepseek', model: 'deepseek-chat' },
  { variable: 'XAI_API_KEY', provider: 'xai', model: 'grok-4' },
  { variable: 'ANTHROPIC_API_KEY', provider: 'anthropic', model: 'claude-sonnet-5-5', extra: 'antiphon[anthropic]' },
  { variable: 'GEMINI_API_KEY', provider: 'google', model: 'gemini-3.8-flash', extra: 'antiphon[google]' },
] as const;

const KEY_LINES = 'export OPENAI_API_KEY=…\nantiphon';
const LOCAL_LINES = `export ANTIPHON_PROVIDERS__OLLAMA__BASE_URL=http://127.0.0.1:11434/v1
export ANTIPHON_DEFAULT_MODEL=ollama:qwen3
antiphon`;
const FILE_LINES = `default_model = "mine:qwen3"

[providers.mine]
base_url = "http://127.0.0.1:9000/v1"
api_key = "…"`;
const PATH_LINES = 'antiphon config path';

/** How to get real answers: exactly what to type, and where. */
export function ProviderHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('composer');
  return (
    <Dialog open onClose={onClose} title={t('provider.title')} className="provider-help">
      <p>{t('provider.lead')}</p>
      <section>
        <h3>{t('provider.key')}</h3>
        <p>{t('provider.keyBody')}</p>
        <KeyTable />
        <p>{t('provider.example')}</p>
        <Lines name={t('provider.key')} text={KEY_LINES} />
      </section>
      <section>
        <h3>{t('provider.local')}</h3>
        <p>{t('provider.localBody')}</p>
        <Lines name={t('provider.local')} text={LOCAL_LINES} />
      </section>
      <section>
        <h3>{t('provider.other')}</h3>
        <p>{t('provider.otherBody')}</p>
        <Lines name={t('provider.other')} text={FILE_LINES} />
        <p>{t('provider.path')}</p>
        <Lines name={t('provider.path')} text={PATH_LINES} />
      </section>
      <section>
        <p>{t('provider.restart')}</p>
      </section>
      <div className="close">
        <button type="button" className="btn" onClick={onClose}>
          {t('provider.close')}
        </button>
      </div>
    </Dialog>
  );
}

function KeyTable() {
  const { t } = useTranslation('composer');
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('provider.variable')}</th>
          <th scope="col">{t('provider.provider')}</th>
          <th scope="col">{t('provider.model')}</th>
        </tr>
      </thead>
      <tbody>
        {KEYS.map((key) => (
          <tr key={key.variable}>
            <th scope="row">
              <code>{key.variable}</code>
            </th>
            <td>
              {key.provider}
              {'extra' in key && <span className="muted">{followWith(t('provider.extra', { extra: key.extra }))}</span>}
            </td>
            <td>
              <code>{key.model}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ name, text }: { name: string; text: string }) {
  const { t } = useTranslation('composer');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      notify(t('provider.refused'), { tone: 'caution' });
    }
  };
  return (
    <div className="lines">
      <pre>{text}</pre>
      <button
        type="button"
        className="btn sm"
        aria-label={copied ? t('provider.copied') : t('provider.copyThis', { name })}
        onClick={() => void copy()}
      >
        {t(copied ? 'provider.copied' : 'provider.copy')}
      </button>
    </div>
  );
}
