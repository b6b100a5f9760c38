package org.sovereignbook.sbp.network;

import java.time.Duration;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * The section {@code network_config}: the five thresholds of IMPLEMENTATION §3.2, and the limits
 * that keep one run bounded whatever peers answer. The keys {@code allow_private_endpoints} and
 * {@code http_timeout_seconds} of the same section belong to the room {@code http}.
 *
 * @param endorsementThreshold endorsers needed to promote {@code known} to {@code endorsed}
 * @param maxSubscriptions the most peers that we follow without being told to
 * @param maxSubscribers the most peers that may follow us; the reader refuses more
 * @param unsubscribeInactiveDays days without content before we stop following
 * @param reannounceDays days without contact before we announce again
 * @param maxEndorsementsPerPeer how many endorsements one peer may show us in one run
 * @param maxNewEndorsementsPerRun how many endorsements one run stores at most
 * @param discoveryPerRun how many unknown identities one run fetches at most
 * @param discoveryTries after how many failures a queued candidate is given up
 * @param fetchesAtATime how many peers are asked at the same time
 * @param runLimitSeconds after this time a run begins no further fetch
 */
public record NetworkConfig(
    int endorsementThreshold,
    int maxSubscriptions,
    int maxSubscribers,
    int unsubscribeInactiveDays,
    int reannounceDays,
    int maxEndorsementsPerPeer,
    int maxNewEndorsementsPerRun,
    int discoveryPerRun,
    int discoveryTries,
    int fetchesAtATime,
    int runLimitSeconds) {
  public static final String SECTION = "network_config";

  private static final int MANY = 1_000_000;
  private static final int MAX_DAYS = 3_650;
  private static final int MAX_FETCHES_AT_A_TIME = 100;
  private static final int MAX_RUN_SECONDS = 86_400;

  /** What holds when the operator says nothing. */
  public static NetworkConfig defaults() {
    return new NetworkConfig(2, 150, 500, 30, 7, 1_000, 2_000, 50, 3, 10, 600);
  }

  /**
   * Reads the section.
   *
   * @throws org.sovereignbook.sbp.node.ConfigException when a value has the wrong type or range
   */
  public static NetworkConfig from(Config config) {
    NetworkConfig otherwise = defaults();
    Config section = config.section(SECTION);
    return new NetworkConfig(
        section.integer("endorsement_threshold", otherwise.endorsementThreshold, 1, MANY),
        section.integer("max_subscriptions", otherwise.maxSubscriptions, 0, MANY),
        section.integer("max_subscribers", otherwise.maxSubscribers, 0, MANY),
        section.integer(
            "unsubscribe_inactive_days", otherwise.unsubscribeInactiveDays, 1, MAX_DAYS),
        section.integer("reannounce_days", otherwise.reannounceDays, 1, MAX_DAYS),
        section.integer("max_endorsements_per_peer", otherwise.maxEndorsementsPerPeer, 0, MANY),
        section.integer(
            "max_new_endorsements_per_run", otherwise.maxNewEndorsementsPerRun, 0, MANY),
        section.integer("discovery_per_run", otherwise.discoveryPerRun, 0, MANY),
        section.integer("discovery_tries", otherwise.discoveryTries, 1, MANY),
        section.integer("fetches_at_a_time", otherwise.fetchesAtATime, 1, MAX_FETCHES_AT_A_TIME),
        section.integer("run_limit_seconds", otherwise.runLimitSeconds, 1, MAX_RUN_SECONDS));
  }

  /** All keys of this room, as {@code sbp init} writes them. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("endorsement_threshold", endorsementThreshold)
        .put("max_subscriptions", maxSubscriptions)
        .put("max_subscribers", maxSubscribers)
        .put("unsubscribe_inactive_days", unsubscribeInactiveDays)
        .put("reannounce_days", reannounceDays)
        .put("max_endorsements_per_peer", maxEndorsementsPerPeer)
        .put("max_new_endorsements_per_run", maxNewEndorsementsPerRun)
        .put("discovery_per_run", discoveryPerRun)
        .put("discovery_tries", discoveryTries)
        .put("fetches_at_a_time", fetchesAtATime)
        .put("run_limit_seconds", runLimitSeconds)
        .build();
  }

  Duration unsubscribeInactive() {
    return Duration.ofDays(unsubscribeInactiveDays);
  }

  Duration reannounce() {
    return Duration.ofDays(reannounceDays);
  }
}
