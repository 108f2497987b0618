import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Provider } from '../../commands/settings';
import { library } from '../../model/library';
import { followWith, formatMoney, formatNumber, joinWords } from '../parts/format';
import { useMayConnect } from '../parts/useMayConnect';
import { ConnectedList } from './ConnectedList';

type Model = Provider['models'][number];

/** Where models are reached, which of them are known, and what is known about each. */
export function Providers() {
  const { t } = useTranslation('settings');
  const models = useStore(library, (state) => state.models);
  const may = useMayConnect();
  if (models === null) return null;
  return (
    <>
      <h3>{t('models.providers')}</h3>
      {models.rehearsal && <p className="lead">{t('models.rehearsal')}</p>}
      {may && <ConnectedList />}
      {models.items.map((provider) => (
        <OneProvider key={provider.name} provider={provider} />
      ))}
    </>
  );
}

function OneProvider({ provider }: { provider: Provider }) {
  const { t } = useTranslation('settings');
  return (
    <section className="provider">
      <h4>
        <span dir="auto">{provider.name}</span>
        <small>
          {joinWords([t(`models.place.${provider.place}`), t(provider.usable ? 'models.usable' : 'models.unusable')])}
        </small>
      </h4>
      {provider.why_not !== null && (
        <p className="caution" dir="auto">
          {provider.why_not}
        </p>
      )}
      {provider.models.length === 0 ? (
        <p className="lead">{t('models.noModels', { name: provider.name })}</p>
      ) : (
        <ModelTable name={provider.name} models={provider.models} />
      )}
    </section>
  );
}

function ModelTable({ name, models }: { name: string; models: readonly Model[] }) {
  const { t } = useTranslation('settings');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="wide" tabIndex={0} aria-label={name}>
      <table className="figures">
        <thead>
          <tr>
            <th scope="col">{t('models.id')}</th>
            <th scope="col">{t('models.window')}</th>
            <th scope="col">{t('models.output')}</th>
            <th scope="col">{t('models.price')}</th>
          </tr>
        </thead>
        <tbody>
          {models.map((model) => (
            <tr key={model.id}>
              <th scope="row">
                <code dir="ltr">{model.name}</code>{' '}
                {model.default && <span className="tag">{t('models.default')}</span>}
              </th>
              <Figure value={model.context_window} />
              <Figure value={model.output_limit} />
              <Price prices={model.prices} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Figure({ value }: { value: number | null }) {
  const { t } = useTranslation('settings');
  return value === null ? <td>{t('models.unknown')}</td> : <td className="num">{formatNumber(value)}</td>;
}

function Price({ prices }: { prices: Model['prices'] }) {
  const { t } = useTranslation('settings');
  if (prices === null) return <td>{t('models.unknown')}</td>;
  const { input, output, cached_input: cached } = prices;
  if (input === 0 && output === 0) return <td>{t('spending.free')}</td>;
  return (
    <td className="num">
      {t('models.prices', { input: formatMoney(input), output: formatMoney(output) })}
      {cached !== null && followWith(t('models.cachedPrice', { cached: formatMoney(cached) }))}
    </td>
  );
}
