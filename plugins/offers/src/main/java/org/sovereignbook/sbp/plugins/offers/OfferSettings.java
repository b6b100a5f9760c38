package org.sovereignbook.sbp.plugins.offers;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for tasks of peers. */
final class OfferSettings {
  static final Setting<Integer> PEER_OPEN_OFFERS =
      Setting.integer(
          "mail.peer_open_offers",
          50,
          0,
          100_000,
          "open tasks of one peer on our board; more are refused");

  static final Setting<Integer> PEER_OFFER_BYTES =
      Setting.integer(
          "mail.peer_open_offer_bytes",
          1_048_576,
          0,
          1_073_741_824,
          "size of the texts of one peer's open tasks on our board; more are refused");

  static final Setting<Integer> OPEN_OFFERS =
      Setting.integer(
          "mail.open_offers", 500, 0, 1_000_000, "open tasks of all peers on our board");

  static final Settings ALL = Settings.of(PEER_OPEN_OFFERS, PEER_OFFER_BYTES, OPEN_OFFERS);

  private OfferSettings() {}
}
