import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addServer } from '../../commands/tools';
import { LineField } from '../parts/LineField';
import { useDeeds } from '../parts/useDeeds';

const NAME = /^[A-Za-z0-9_-]{1,40}$/;
const ADDRESS = /^https?:\/\/./;
const SNIPPET = `[mcp_servers.notes]
command = "npx"
args = ["-y", "notes-server"]
env = { NOTES = "/home/me/notes" }`;

/** A server by its address; programs are the operator's. */
export function ToolServerForm() {
  const { t } = useTranslation('tools');
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const { problem, busy, run } = useDeeds();
  const fits = NAME.test(name) && ADDRESS.test(url);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !fits) return;
    await run(async () => {
      await addServer(name, url);
      setName('');
      setUrl('');
    });
  };
  return (
    <section>
      <h2>{t('add.title')}</h2>
      <form className="add-server" onSubmit={submit}>
        <LineField
          label={t('add.name')}
          help={t('add.nameHelp')}
          wrong={name !== '' && !NAME.test(name) ? t('add.nameWrong') : undefined}
          most={40}
          value={name}
          onChange={setName}
        />
        <LineField
          label={t('add.url')}
          help={t('add.urlHelp')}
          wrong={url.length > 8 && !ADDRESS.test(url) ? t('add.urlWrong') : undefined}
          most={2000}
          placeholder="https://"
          value={url}
          onChange={setUrl}
        />
        <button type="submit" className="btn" disabled={busy || !fits}>
          {t('add.submit')}
        </button>
      </form>
      {problem && (
        <p className="wrong" role="alert">
          {problem}
        </p>
      )}
      <h3>{t('add.programs')}</h3>
      <p className="help">{t('add.programsHelp')}</p>
      <pre className="snippet" dir="ltr">
        {SNIPPET}
      </pre>
    </section>
  );
}
