package org.sovereignbook.sbp.cli.eject;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EjectedTextTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(StepSource.class)
  void itCompilesOverThePublicPiecesOfTheLibrary(StepSource step) throws Exception {
    String script = EjectedText.of(step, "/opt/sbp/bin/sbp", "1.0");

    assertThat(Compiled.in(folder, step, script).resolve(Compiled.mainClass(step) + ".class"))
        .isRegularFile();
  }
}
