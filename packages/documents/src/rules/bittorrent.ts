import { splitWords } from './make-list.ts';

/**
 * Programs whose traffic is BitTorrent, for clients that cannot tell the protocol: it never goes through a line, whose
 * owner would be called to account for it.
 */
export const bittorrentPrograms: readonly string[] = splitWords(`
  qbittorrent qbittorrent.exe qBittorrent transmission-daemon transmission-qt transmission-qt.exe Transmission
  uTorrent.exe BitComet.exe BitTorrent.exe deluge deluged Thunder.exe Motrix Motrix.exe
`);
