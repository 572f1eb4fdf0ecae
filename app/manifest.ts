import type { MetadataRoute } from 'next'

/** Makes the product installable. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Ngoma: dance, gift, win',
    short_name: 'Ngoma',
    description: "Kenya's monthly dance contest, voted with M-Pesa.",
    start_url: '/',
    display: 'standalone',
    background_color: '#2b1142',
    theme_color: '#2b1142',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
