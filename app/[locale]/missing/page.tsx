import { notFound } from 'next/navigation'

export const dynamicParams = false

/** Every path that is no page is led here (next.config.ts), so that one kept 404 answers all of them. */
export default function Missing() {
  notFound()
}
