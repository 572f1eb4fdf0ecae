import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { LoginForm } from '#components/account/login-form.tsx'
import { PageMessages } from '#components/layout/page-messages.tsx'

export const dynamicParams = false

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('Login')
  return { title: t('title'), description: t('intro') }
}

export default async function Login() {
  const t = await getTranslations('Login')
  return (
    <div className="mx-auto max-w-md px-4 pt-10 pb-20 lg:pt-20">
      <h1 className="text-4xl lg:text-5xl">{t('heading')}</h1>
      <p className="mt-3 text-lg text-soft">{t('intro')}</p>
      <PageMessages namespaces={['Login']}>
        <LoginForm />
      </PageMessages>
    </div>
  )
}
