import { useTranslation } from 'react-i18next';
import type { AnalysisCallAnswer } from '../../protocol/generated/answers';
import { formatNumber } from '../parts/format';
import { Hash } from '../payloads/Hash';

/** One request and what came of it. */
export function SentCall({ call }: { call: AnalysisCallAnswer }) {
  const { t } = useTranslation('memory');
  return (
    <li>
      <p>
        {t(`step.${call.step as 'scan'}`, { defaultValue: call.step })} <code>{call.outcome ?? t('call.open')}</code>{' '}
        {call.bytes !== null && t('call.bytes', { count: call.bytes, formatted: formatNumber(call.bytes) })}
      </p>
      {call.erased && <p className="help">{t('call.erased')}</p>}
      {call.body !== null && (
        <>
          <Hash sha256={call.sha256} body={call.body} />
          <section aria-label={t('call.body')}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
            <pre tabIndex={0}>{call.body}</pre>
          </section>
        </>
      )}
      {call.answer !== null && (
        <>
          <h3>{t('call.answer')}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as above. */}
          <pre tabIndex={0} dir="auto">
            {call.answer}
          </pre>
        </>
      )}
    </li>
  );
}
