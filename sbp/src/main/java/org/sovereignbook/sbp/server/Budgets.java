package org.sovereignbook.sbp.server;

import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;

/**
 * How much each sender and each address may ask of this node (THREATS). Reading has a budget of its
 * own, so that it never eats up the one for messages. Thread-safe.
 */
final class Budgets {
  private final Config config;
  private final TokenBuckets senders;
  private final TokenBuckets addresses;
  private final TokenBuckets readers;

  Budgets(Config config) {
    this.config = config;
    this.senders = new TokenBuckets(config.get(ServerSettings.TRACKED_ENTRIES));
    this.addresses = new TokenBuckets(config.get(ServerSettings.TRACKED_ENTRIES));
    this.readers = new TokenBuckets(config.get(ServerSettings.TRACKED_ENTRIES));
  }

  /** Charges a message to its sender; gives the time to wait when there is no budget left. */
  Optional<Duration> chargeSender(PublicKey sender, TrustState trust, Instant now) {
    int perMinute =
        config.get(
            switch (trust) {
              case KNOWN -> ServerSettings.KNOWN_BUDGET;
              case ENDORSED -> ServerSettings.ENDORSED_BUDGET;
              case TRUSTED -> ServerSettings.TRUSTED_BUDGET;
              case UNKNOWN, BLOCKED -> ServerSettings.UNKNOWN_BUDGET;
            });
    return senders.charge(sender.toString(), rate(perMinute), now);
  }

  /** Charges a message to the address it came from. */
  Optional<Duration> chargeAddress(InetAddress address, Instant now) {
    return addresses.charge(
        ClientAddress.budgetKey(address), rate(config.get(ServerSettings.ADDRESS_BUDGET)), now);
  }

  /** Charges a fetched document to the address that fetches it. */
  Optional<Duration> chargeReader(InetAddress address, Instant now) {
    return readers.charge(
        ClientAddress.budgetKey(address), rate(config.get(ServerSettings.ADDRESS_BUDGET)), now);
  }

  /** What a restart must not forget. */
  JsonObject toJson(Instant now) {
    return JsonObject.builder()
        .put("senders", render(senders.used(now)))
        .put("addresses", render(addresses.used(now)))
        .build();
  }

  /**
   * Takes over what {@link #toJson} gave.
   *
   * @throws IllegalArgumentException when it is something else
   */
  void restore(JsonObject state) {
    senders.restore(parse(state, "senders"));
    addresses.restore(parse(state, "addresses"));
  }

  private TokenBuckets.Rate rate(int perMinute) {
    return new TokenBuckets.Rate(
        perMinute,
        (int)
            Math.min(
                Integer.MAX_VALUE, (long) perMinute * config.get(ServerSettings.BURST_FACTOR)));
  }

  private static JsonObject render(SequencedMap<String, TokenBuckets.Used> buckets) {
    JsonObject.Builder json = JsonObject.builder();
    buckets.forEach(
        (key, used) ->
            json.put(
                key,
                JsonObject.builder()
                    .put("used_milli_tokens", used.milliTokens())
                    .put("at", new Timestamp(used.at()).toString())
                    .build()));
    return json.build();
  }

  private static SequencedMap<String, TokenBuckets.Used> parse(JsonObject state, String member) {
    JsonObject json = state.object(member).orElse(JsonObject.empty());
    SequencedMap<String, TokenBuckets.Used> buckets = new LinkedHashMap<>();
    for (String key : json.members().keySet()) {
      JsonObject entry = json.object(key).orElse(JsonObject.empty());
      buckets.put(
          key,
          new TokenBuckets.Used(
              entry.integer("used_milli_tokens").orElse(0),
              Timestamp.parse(entry.string("at").orElse("")).instant()));
    }
    return buckets;
  }
}
