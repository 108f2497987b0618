import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decideProgram, findProgram, type Program } from '../../commands/signIn';
import { Field } from '../parts/Field';
import { formatTime } from '../parts/format';
import { RouteLink } from '../parts/RouteLink';
import { Trouble } from './Trouble';
import { useForm } from './useForm';

/** A program without a browser shows a code; whoever types it here says whether it is let in. */
export function Device() {
  const { t } = useTranslation('accounts');
  const [code, setCode] = useState('');
  const [program, setProgram] = useState<Program | null>(null);
  const [ended, setEnded] = useState<boolean | null>(null);
  const { submit, busy, at, whole } = useForm(async () => setProgram(await findProgram(code)));
  if (ended !== null) return <Decided allowed={ended} />;
  if (program !== null) return <Decide code={code} program={program} onEnd={setEnded} />;
  return (
    <form className="form" onSubmit={submit}>
      <div>
        <h1>{t('device.title')}</h1>
        <p className="sub">{t('device.lead')}</p>
      </div>
      <Field label={t('device.code')} wrong={at('code') ?? whole}>
        {(ids) => (
          <input
            {...ids}
            className="input typed-code"
            dir="ltr"
            placeholder="XXXX-XXXX"
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
            required
            // biome-ignore lint/a11y/noAutofocus: the form is all there is, and this is where it begins.
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value.toUpperCase())}
          />
        )}
      </Field>
      <button type="submit" className="btn primary" disabled={busy || code.trim() === ''}>
        {t('device.look')}
      </button>
    </form>
  );
}

interface DecideProps {
  code: string;
  program: Program;
  onEnd: (allowed: boolean) => void;
}

function Decide({ code, program, onEnd }: DecideProps) {
  const { t } = useTranslation('accounts');
  const [allowed, setAllowed] = useState(true);
  const { submit, busy, at, whole } = useForm(async () => {
    await decideProgram(code, allowed);
    onEnd(allowed);
  });
  const known = program.scopes.map((scope) => scope.replace(/\W/g, '_') as 'ask');
  return (
    <form className="form" onSubmit={submit}>
      <div>
        <h1>{t('device.sure', { client: program.client })}</h1>
        <p className="sub">{t('device.from', { address: program.address, when: formatTime(program.expires_at) })}</p>
      </div>
      <ul className="wants">
        {known.map((scope) => (
          <li key={scope}>{t(`scope.${scope}`)}</li>
        ))}
      </ul>
      <p className="sub">{t('device.warning')}</p>
      <Trouble words={at('code') ?? whole} />
      <button type="submit" className="btn primary" disabled={busy} onClick={() => setAllowed(true)}>
        {t('device.allow')}
      </button>
      <button type="submit" className="btn" disabled={busy} onClick={() => setAllowed(false)}>
        {t('device.deny')}
      </button>
    </form>
  );
}

function Decided({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation('accounts');
  return (
    <div className="form">
      <h1>{t(allowed ? 'device.allowed' : 'device.denied')}</h1>
      <p className="sub" role="status">
        {t('device.close')}
      </p>
      <RouteLink className="link" to={{ page: 'conversation', id: null, turnId: null }}>
        {t('device.home')}
      </RouteLink>
    </div>
  );
}
