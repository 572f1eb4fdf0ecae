import { LogOut } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { logout } from '#lib/client/accounts/sign-in.ts'

export default function LogoutButton() {
  const t = useTranslations('Nav')
  return (
    <button
      type="button"
      onClick={() => void logout()}
      className="tap mt-2 flex w-full items-center gap-3 rounded-xl border-t border-line px-3 font-semibold hover:bg-sunken"
    >
      <LogOut aria-hidden="true" className="size-5" /> {t('logout')}
    </button>
  )
}
