package org.sovereignbook.sbp.society.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.testkit.memory.SimulatedMonth;

/** A short month of few agents; {@code scripts/bench memory} has the whole one. */
class SimulatedMonthTest {
  @Test
  void afterAMonthFactsAreFoundAndLittleElseIsKept(@TempDir Path folder) {
    SimulatedMonth.Figures figures =
        SimulatedMonth.run(folder.resolve("node"), SimulatedMonth.Size.SMALL);

    assertThat(figures.facts()).isGreaterThan(20);
    assertThat(figures.leaks()).isZero();
    assertThat(figures.restated()).isGreaterThan(20);
    assertThat(figures.echoes()).isZero();
    assertThat(figures.junkPercent()).as("%s", figures).isLessThanOrEqualTo(10);
    assertThat(figures.foundPercent()).as("%s", figures).isGreaterThanOrEqualTo(95);
    assertThat(figures.mostStartBytes()).isLessThanOrEqualTo(6_144);
  }
}
