import { ClaimPage } from '#components/gifts/claim/claim-page.tsx'
import { listed } from '#components/shell/page-metadata.ts'

export const dynamicParams = false

export const generateMetadata = listed('Claim', '/claim')

export default function Claim() {
  return <ClaimPage />
}
