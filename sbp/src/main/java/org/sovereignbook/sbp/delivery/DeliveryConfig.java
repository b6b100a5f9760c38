package org.sovereignbook.sbp.delivery;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonInteger;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * What the operator may set about delivery, in the section {@code delivery_config}.
 *
 * @param maxConnections {@code max_connections}: how many peers are posted to at a time
 * @param maxAttempts {@code max_attempts}: after how many attempts a recipient is given up
 * @param retryMinutes {@code retry_minutes}: the least time after the first, second, … attempt
 *     (CHOICES 5); the last one holds for all that follow
 * @param failedKeepDays {@code failed_keep_days}: how long {@code outbox/failed/} keeps an item
 */
public record DeliveryConfig(
    int maxConnections, int maxAttempts, List<Integer> retryMinutes, int failedKeepDays) {
  private static final int MAX_CONNECTIONS = 100;
  private static final int MAX_ATTEMPTS = 20;
  private static final int MAX_RETRY_MINUTES = 7 * 24 * 60;
  private static final int MAX_KEEP_DAYS = 3_650;

  public DeliveryConfig {
    retryMinutes = List.copyOf(retryMinutes);
  }

  public static DeliveryConfig defaults() {
    return new DeliveryConfig(10, 3, List.of(15, 60, 240), 14);
  }

  /** Reads the operator's settings; a wrong one is a {@code ConfigException} that names the key. */
  public static DeliveryConfig from(Config config) {
    Config section = config.section("delivery_config");
    DeliveryConfig otherwise = defaults();
    List<Integer> minutes =
        section.integers("retry_minutes", otherwise.retryMinutes, 0, MAX_RETRY_MINUTES);
    if (minutes.isEmpty()) {
      throw section.wrong("retry_minutes", "at least one whole number");
    }
    return new DeliveryConfig(
        section.integer("max_connections", otherwise.maxConnections, 1, MAX_CONNECTIONS),
        section.integer("max_attempts", otherwise.maxAttempts, 1, MAX_ATTEMPTS),
        minutes,
        section.integer("failed_keep_days", otherwise.failedKeepDays, 1, MAX_KEEP_DAYS));
  }

  public JsonObject toJson() {
    return JsonObject.builder()
        .put("max_connections", maxConnections)
        .put("max_attempts", maxAttempts)
        .put(
            "retry_minutes",
            JsonArray.of(retryMinutes.stream().map(minutes -> new JsonInteger(minutes)).toList()))
        .put("failed_keep_days", failedKeepDays)
        .build();
  }

  /** How long to leave a recipient alone after so many attempts. */
  public Duration pauseAfter(int attempts) {
    int index = Math.clamp(attempts - 1, 0, retryMinutes.size() - 1);
    return Duration.ofMinutes(retryMinutes.get(index));
  }
}
