import { useTranslations } from 'next-intl'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import { useSettingValue } from './use-setting-value.ts'
import { useSettingsKeeper } from './use-system-settings.ts'

/** A second super admin confirms or cancels; the proposer can cancel. */
export function SettingProposal({ setting }: { setting: SystemSetting }) {
  const t = useTranslations('SystemSettings')
  const formats = useFormats()
  const write = useSettingValue(setting.unit)
  const { keep, reload } = useSettingsKeeper()
  const { proposal } = setting
  const decide = useSend({
    mutationFn: (decision: 'approve' | 'reject') =>
      api(`POST /admin/system-settings/proposals/{id}/${decision}/`, { path: { id: proposal?.id ?? '' } }),
    onSuccess: (changed, decision) => {
      keep(changed)
      const name = t(`names.${setting.name}`)
      showToast({ title: t(decision === 'approve' ? 'approved' : 'rejected', { name }), tone: 'good' })
    },
    onError: (error) => {
      // Decided by another admin meanwhile.
      if (error instanceof ApiError && error.status === 409) void reload()
    },
  })
  if (!proposal) return null
  return (
    <div className="grid grid-cols-1 gap-3 rounded-2xl bg-sunken px-4 py-3">
      <p className="figures">
        {t('waiting', {
          name: proposal.proposed_by,
          time: formats.moment(proposal.proposed_at),
          value: write(proposal.value),
        })}
      </p>
      {proposal.can_confirm ? null : (
        <p className="text-sm text-soft">{t(proposal.is_proposer_gone ? 'proposerGone' : 'own')}</p>
      )}
      {decide.error ? (
        <p role="alert" className="font-semibold text-alarm">
          {decide.error.message}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {proposal.can_confirm ? (
          <Button tone="loud" aria-busy={decide.isPending} onClick={() => void decide.send('approve')}>
            {t('approve')}
          </Button>
        ) : null}
        <Button aria-busy={decide.isPending} onClick={() => void decide.send('reject')}>
          {t(proposal.can_confirm ? 'reject' : 'callOff')}
        </Button>
      </div>
    </div>
  )
}
