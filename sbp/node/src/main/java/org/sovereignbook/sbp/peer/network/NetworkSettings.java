package org.sovereignbook.sbp.peer.network;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Settings of the network step: the five thresholds of IMPLEMENTATION §3.2, and the limits that
 * bound a run whatever peers answer.
 */
public final class NetworkSettings {
  private static final int MANY = 1_000_000;
  private static final int MAX_DAYS = 3_650;

  static final Setting<Integer> ENDORSEMENT_THRESHOLD =
      Setting.integer(
          "network_config.endorsement_threshold",
          2,
          1,
          MANY,
          "number of endorsed or trusted peers whose endorsements make a known peer endorsed");

  static final Setting<Integer> MAX_SUBSCRIPTIONS =
      Setting.integer(
          "network_config.max_subscriptions",
          150,
          0,
          MANY,
          "the most peers that the node follows by itself");

  static final Setting<Duration> UNSUBSCRIBE_INACTIVE =
      Setting.duration(
          "network_config.unsubscribe_inactive_days",
          30,
          1,
          MAX_DAYS,
          "a peer without new content for this time is no longer followed");

  static final Setting<Duration> REANNOUNCE =
      Setting.duration(
          "network_config.reannounce_days",
          7,
          1,
          MAX_DAYS,
          "a peer that was silent for this time gets our identity document again");

  static final Setting<Integer> MAX_ENDORSEMENTS_PER_PEER =
      Setting.integer(
          "network_config.max_endorsements_per_peer",
          1_000,
          0,
          MANY,
          "the most endorsements read from one peer in one run");

  static final Setting<Integer> MAX_NEW_ENDORSEMENTS_PER_RUN =
      Setting.integer(
          "network_config.max_new_endorsements_per_run",
          2_000,
          0,
          MANY,
          "how many new endorsements one run stores");

  public static final Setting<Integer> DISCOVERY_PER_RUN =
      Setting.integer(
          "network_config.discovery_per_run",
          50,
          0,
          MANY,
          "how many unknown identities one run fetches");

  static final Setting<Integer> DISCOVERY_TRIES =
      Setting.integer(
          "network_config.discovery_tries",
          3,
          1,
          MANY,
          "failures after which a recommended peer is given up");

  public static final Setting<Integer> FETCHES_AT_A_TIME =
      Setting.integer(
          "network_config.fetches_at_a_time",
          10,
          1,
          100,
          "how many peers are asked at the same time");

  public static final Setting<Duration> RUN_LIMIT =
      Setting.duration(
          "network_config.run_limit_seconds",
          600,
          1,
          86_400,
          "after this time a run starts no further fetch");

  public static final Setting<List<String>> SEEDS =
      Setting.texts(
          "seeds",
          List.of(),
          text -> !Endpoint.parse(text).toString().isEmpty(),
          "an endpoint such as https://example.com",
          "nodes to join the network through, tried by each run of `network` until they answer;"
              + " `sbp init --seed` and `sbp bootstrap --seed` add to them");

  public static final Settings ALL =
      Settings.of(
          ENDORSEMENT_THRESHOLD,
          MAX_SUBSCRIPTIONS,
          UNSUBSCRIBE_INACTIVE,
          REANNOUNCE,
          MAX_ENDORSEMENTS_PER_PEER,
          MAX_NEW_ENDORSEMENTS_PER_RUN,
          DISCOVERY_PER_RUN,
          DISCOVERY_TRIES,
          FETCHES_AT_A_TIME,
          RUN_LIMIT,
          SEEDS);

  private NetworkSettings() {}
}
