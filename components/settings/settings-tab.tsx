import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { type StaffColumn, StaffTable } from '#components/desk/staff-table.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { TabState } from '#components/desk/tab-state.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFormats } from '#components/ui/use-formats.ts'
import { showToast } from '#lib/client/browser/toasts.ts'
import { ApiError, api } from '#lib/client/http/api.ts'
import { useSend } from '#lib/client/http/use-send.ts'
import type { SystemSetting } from '#lib/contract/settings/calls.ts'
import { ChangeDialog, useSettingsKeeper, useSettingValue, useSystemSettings } from './change-dialog.tsx'

export default function SettingsTab() {
  const t = useTranslations('SystemSettings')
  const query = useSystemSettings()
  return (
    <>
      <TabHead title={t('title')} note={t('note')} />
      <TabState query={query} failed={t('failed')}>
        {(settings) => <SettingTable settings={settings} />}
      </TabState>
    </>
  )
}

export function SettingTable({ settings }: { settings: readonly SystemSetting[] }) {
  const t = useTranslations('SystemSettings')
  // A copy, so that the dialog confirms what the admin opened, even if another admin changes it.
  const [asked, setAsked] = useState<SystemSetting | null>(null)
  const columns: StaffColumn<SystemSetting>[] = [
    {
      id: 'setting',
      head: t('columns.setting'),
      cell: (setting) => (
        <div className="grid gap-2 py-1">
          <div>
            <span className="block font-semibold">{t(`names.${setting.name}`)}</span>
            <span className="block text-sm text-soft">{t(`meanings.${setting.name}`)}</span>
          </div>
          <div className="grid gap-1 md:hidden">
            <SettingValue setting={setting} />
            <SettingHistory setting={setting} />
          </div>
          <SettingProposal key={setting.proposal?.id} setting={setting} />
        </div>
      ),
    },
    {
      id: 'value',
      head: t('columns.value'),
      notOnPhone: true,
      width: 'md:w-36',
      cell: (setting) => <SettingValue setting={setting} />,
    },
    {
      id: 'changed',
      head: t('columns.changed'),
      notOnPhone: true,
      width: 'md:w-64',
      cell: (setting) => <SettingHistory setting={setting} />,
    },
    {
      id: 'change',
      head: t('columns.change'),
      align: 'end',
      width: 'w-32',
      cell: (setting) => (
        <Button
          aria-label={t('changeWhat', { name: t(`names.${setting.name}`) })}
          onClick={() => setAsked(setting)}
        >
          {t('change')}
        </Button>
      ),
    },
  ]
  return (
    <>
      <div className="mt-5 overflow-clip rounded-xl border border-line bg-surface">
        <StaffTable caption={t('title')} columns={columns} rows={settings} rowKey={({ name }) => name} />
      </div>
      {asked ? <ChangeDialog setting={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function SettingValue({ setting }: { setting: SystemSetting }) {
  const t = useTranslations('SystemSettings')
  const write = useSettingValue(setting.unit)
  return (
    <>
      <span className="figures block text-lg font-bold first-letter:uppercase">{write(setting.value)}</span>
      {setting.value === setting.default ? null : (
        <span className="figures block text-sm text-soft">
          {t('usual', { value: write(setting.default) })}
        </span>
      )}
    </>
  )
}

function SettingHistory({ setting }: { setting: SystemSetting }) {
  const t = useTranslations('SystemSettings')
  const formats = useFormats()
  const write = useSettingValue(setting.unit)
  const [last] = setting.changes
  if (!last) return <p className="text-sm text-soft">{t('neverChanged')}</p>
  return (
    <details className="group text-sm text-soft">
      <summary className="tap flex cursor-pointer items-center gap-1 rounded-full">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 group-open:rotate-180" />
        <span>{t('changedBy', { name: last.by ?? t('system'), time: formats.moment(last.at) })}</span>
      </summary>
      <ol className="mt-1 grid gap-1">
        {setting.changes.map((change) => (
          <li key={change.at} className="figures flex flex-wrap gap-x-2">
            <time dateTime={change.at}>{formats.moment(change.at)}</time>
            <span>{change.by ?? t('system')}</span>
            <span>{t('fromTo', { before: write(change.before), after: write(change.after) })}</span>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** A second super admin confirms or rejects the change; the proposer can withdraw it. */
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
      // 409: another admin has decided meanwhile.
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
