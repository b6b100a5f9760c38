package org.sovereignbook.sbp.plugins.eject;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.scheduler.Steps;

class EjectedTextTest {
  @TempDir Path folder;

  static List<Step> steps() {
    return Steps.ALL;
  }

  @ParameterizedTest
  @MethodSource("steps")
  void itCompilesOverThePiecesOfTheLibrary(Step step) throws Exception {
    String script = EjectedText.of(step, "1.0");

    String main = step.sources().getFirst().getName().replace('.', '/');
    assertThat(Compiled.in(folder, step, script).resolve(main + ".class")).isRegularFile();
  }

  @ParameterizedTest
  @MethodSource("steps")
  void itStaysInThePackageOfTheStep(Step step) {
    assertThat(EjectedText.of(step, "1.0"))
        .contains("\npackage " + step.sources().getFirst().getPackageName() + ";\n");
  }
}
