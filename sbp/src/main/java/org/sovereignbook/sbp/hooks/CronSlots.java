package org.sovereignbook.sbp.hooks;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * Slots by the five fields of cron, in a time zone: what the clock leaves out when summer begins is
 * due at the next minute that there is, what it repeats is due once.
 */
record CronSlots(ExecutionTime times) implements HookSlots {

  static CronSlots of(String expression) {
    try {
      return new CronSlots(
          ExecutionTime.forCron(
              new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX))
                  .parse(expression)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cron is five fields (minute hour day month weekday): " + e.getMessage(), e);
    }
  }

  @Override
  public Optional<Instant> before(Instant time, Instant since, ZoneId zone) {
    return times.lastExecution(time.atZone(zone)).map(ZonedDateTime::toInstant);
  }
}
