import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { StaffList } from '#components/desk/staff-list.tsx'
import { TabHead } from '#components/desk/tab-head.tsx'
import { useLoadToast } from '#components/desk/use-load-toast.ts'
import { PayerPage } from '#components/people/payer-page.tsx'
import { PersonPage } from '#components/people/person-page.tsx'
import { SelectField } from '#components/ui/select-field.tsx'
import { useAddressText } from '#components/ui/use-address-param.ts'
import type { UserItem } from '#lib/contract/accounts/user-list.ts'
import { PAGE_SIZE } from '#lib/contract/constants.ts'
import { ActivateDialog, DeactivateDialog } from './turn-dialog.tsx'
import { turnOf } from './use-turned.ts'
import { anyRole, anyState, userSorts, useUsers } from './use-users.ts'
import { useUserColumns } from './user-columns.tsx'

/** Staff are managed in their own list. */
export default function UsersTab() {
  const person = useAddressText('person')
  const payer = useAddressText('payer')
  if (person) return <PersonPage key={person} id={person} />
  return payer ? <PayerPage key={payer} payerKey={payer} /> : <UserList />
}

/** Dancers and musicians are deactivated and activated here, staff in their own list. */
function UserList() {
  const t = useTranslations('AdminUsers')
  const { address, role, state, list, filterBy } = useUsers()
  // A copy, so that the dialog's text does not change.
  const [asked, setAsked] = useState<UserItem | null>(null)
  const columns = useUserColumns(setAsked)
  const AskedDialog = asked && turnOf(asked) === 'activate' ? ActivateDialog : DeactivateDialog
  const isFiltered = role !== 'any' || state !== 'any'
  useLoadToast(list)
  return (
    <>
      <TabHead title={t('title')} note={t('note')} />
      <div className="mt-3 grid grid-cols-1 gap-3">
        <fieldset className="grid grid-cols-1 gap-3 min-[26rem]:grid-cols-2 sm:flex sm:flex-wrap">
          <legend className="sr-only">{t('filters')}</legend>
          <SelectField
            label={t('role')}
            className="sm:w-52"
            value={role}
            onChange={({ target }) => filterBy('role', target.value)}
            options={anyRole.map((value) => ({ value, words: t(`roles.${value}`) }))}
          />
          <SelectField
            label={t('state')}
            className="sm:w-52"
            value={state}
            onChange={({ target }) => filterBy('state', target.value)}
            options={anyState.map((value) => ({ value, words: t(`states.${value}`) }))}
          />
          <SelectField
            label={t('order')}
            className="min-[26rem]:col-span-2 sm:w-60"
            value={address.sort}
            onChange={({ target }) => {
              const chosen = userSorts.find((sort) => sort === target.value)
              if (chosen) address.sortBy(chosen)
            }}
            options={userSorts.map((value) => ({ value, words: t(`orders.${value}`) }))}
          />
        </fieldset>
        <StaffList
          caption={t('caption')}
          columns={columns}
          rowKey={({ id }) => id}
          list={list}
          address={address}
          pageSize={PAGE_SIZE}
          empty={t(isFiltered ? 'emptyFilter' : 'empty')}
          failed={t('failed')}
          searchLabel={t('search')}
        />
      </div>
      {asked ? <AskedDialog key={asked.id} user={asked} onClose={() => setAsked(null)} /> : null}
    </>
  )
}
