package org.sovereignbook.sbp.scheduler;

import java.util.List;
import java.util.Set;

/** The six components of IMPLEMENTATION §7: their priority, commands and time limits. */
final class Components {
  static final String DELIVERY = "delivery";
  static final String READER = "reader";
  static final String AUTHOR = "author";
  static final String COMPACTOR = "compactor";
  static final String NETWORK = "network";
  static final String MAINTENANCE = "maintenance";

  /** Who goes first when several are due. Components of the operator's own come after these. */
  static final List<String> PRIORITY =
      List.of(DELIVERY, READER, AUTHOR, COMPACTOR, NETWORK, MAINTENANCE);

  static final int LLM_TIMEOUT_MINUTES = 30;
  static final int SCRIPT_TIMEOUT_MINUTES = 15;

  private static final Set<String> WITH_LLM = Set.of(READER, AUTHOR, COMPACTOR);
  private static final int NETWORK_INTERVAL_MINUTES = 1440;
  private static final int MAINTENANCE_INTERVAL_MINUTES = 10080;
  private static final int COMPACTION_THRESHOLD_LINES = 500;

  private Components() {}

  static int defaultTimeoutMinutes(String component) {
    return WITH_LLM.contains(component) ? LLM_TIMEOUT_MINUTES : SCRIPT_TIMEOUT_MINUTES;
  }

  /** The six in the order of the seed's config file, at this pace. */
  static List<ComponentConfig> defaults(Pace pace) {
    return List.of(
        component(READER, pace.readerMinutes()).wakenByInbox(pace.inboxWakesReader()),
        component(AUTHOR, pace.authorMinutes()),
        component(COMPACTOR, pace.compactorMinutes())
            .onlyIfExceeds(
                new ComponentConfig.LineThreshold(
                    "runtime/session-log.md", COMPACTION_THRESHOLD_LINES)),
        component(DELIVERY, pace.deliveryMinutes()).after(READER, AUTHOR),
        component(NETWORK, NETWORK_INTERVAL_MINUTES),
        component(MAINTENANCE, MAINTENANCE_INTERVAL_MINUTES));
  }

  private static ComponentConfig component(String name, int intervalMinutes) {
    return ComponentConfig.of(
        name, defaultCommand(name), intervalMinutes, defaultTimeoutMinutes(name));
  }

  /**
   * A step with nothing to do ends with 3, and && goes no further (CHOICES 10). After a crash
   * between agent and post-processing nothing is stranded: the reader's inbox entries still lie in
   * the inbox, and {@code agent author} ends with 0 as long as author-output/ holds anything.
   */
  private static String defaultCommand(String component) {
    return switch (component) {
      case READER ->
          "./runtime/scripts/reader-preprocess && \"$SBP\" agent reader"
              + " && ./runtime/scripts/reader-postprocess";
      case AUTHOR -> "\"$SBP\" agent author && ./runtime/scripts/author-postprocess";
      case COMPACTOR -> "\"$SBP\" agent compactor";
      default -> "./runtime/scripts/" + component;
    };
  }
}
