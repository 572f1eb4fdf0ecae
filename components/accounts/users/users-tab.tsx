import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { DayRange } from '#components/desk/day-range.tsx'
import { countActive, FilterFields } from '#components/desk/filter-fields.tsx'
import { CsvButton } from '#components/desk/head-action.tsx'
import { ListTotals } from '#components/desk/list-totals.tsx'
import { StaffList } from '#components/desk/staff-list.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { PayerPage } from '#components/people/payer-page.tsx'
import { PersonPage } from '#components/people/person-page.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useAddressText } from '#components/ui/use-address-param.ts'
import { useFormats } from '#components/ui/use-formats.ts'
import { downloadCsv } from '#lib/client/http/downloads.ts'
import type { UserItem, UserTotals } from '#lib/contract/accounts/user-list.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import { ActivateDialog, DeactivateDialog } from './turn-dialog.tsx'
import { turnOf } from './use-turned.ts'
import { anyRole, anyState, userSorts, useUsers } from './use-users.ts'
import { useUserColumns } from './user-columns.tsx'

export default function UsersTab() {
  const person = useAddressText('person')
  const payer = useAddressText('payer')
  if (person) return <PersonPage key={person} id={person} />
  return payer ? <PayerPage key={payer} payerKey={payer} /> : <UserList />
}

/** Dancers and musicians are deactivated here, staff in their own list. */
function UserList() {
  const t = useTranslations('AdminUsers')
  const { address, role, state, days, filters, list, totals, filterBy, clear } = useUsers()
  // A copy, so that a refetch of the list does not change the dialog's text.
  const [asked, setAsked] = useState<UserItem | null>(null)
  const columns = useUserColumns(setAsked)
  const AskedDialog = asked && turnOf(asked) === 'activate' ? ActivateDialog : DeactivateDialog
  const active = countActive(filters)
  useLoadToast(list)
  return (
    <>
      <StaffList
        title={t('title')}
        note={t('note')}
        actions={
          <CsvButton
            onDownload={() => downloadCsv('GET /admin/users.csv', { query: filters }, 'ngoma-users')}
          />
        }
        caption={t('caption')}
        columns={columns}
        rowKey={({ id }) => id}
        list={list}
        address={address}
        pageSize={PAGE_SIZE}
        empty={t(active > 0 ? 'emptyFilter' : 'empty')}
        failed={t('failed')}
        searchLabel={t('search')}
        filters={
          <FilterFields active={active} onClear={clear}>
            <SelectField
              label={t('role')}
              className="min-w-0"
              value={role}
              onChange={({ target }) => filterBy('role', target.value)}
              options={anyRole.map((value) => ({ value, words: t(`roles.${value}`) }))}
            />
            <SelectField
              label={t('state')}
              className="min-w-0"
              value={state}
              onChange={({ target }) => filterBy('state', target.value)}
              options={anyState.map((value) => ({ value, words: t(`states.${value}`) }))}
            />
            <SelectField
              label={t('order')}
              className="min-w-0 min-[26rem]:max-md:col-span-2"
              value={address.sort}
              onChange={({ target }) => {
                const chosen = userSorts.find((sort) => sort === target.value)
                if (chosen) address.sortBy(chosen)
              }}
              options={userSorts.map((value) => ({ value, words: t(`orders.${value}`) }))}
            />
            <DayRange range={days} words={{ from: t('from'), to: t('to') }} />
          </FilterFields>
        }
        totals={<Totals totals={totals} />}
      />
      {asked ? <AskedDialog key={asked.id} user={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}

function Totals({ totals }: { totals: UserTotals | undefined }) {
  const t = useTranslations('AdminUsers.totals')
  const formats = useFormats()
  return (
    <ListTotals
      totals={[
        [t('people'), totals && formats.count(totals.people)],
        [t('balance'), totals && formats.shillings(totals.balance)],
        [t('held'), totals && formats.shillings(totals.held)],
      ]}
    />
  )
}
