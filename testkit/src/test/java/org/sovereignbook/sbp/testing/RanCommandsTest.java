package org.sovereignbook.sbp.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtensionContext;

class RanCommandsTest {
  private final RanCommands extension = new RanCommands();

  private static ExtensionContext failedWith(Throwable thrown) {
    return (ExtensionContext)
        Proxy.newProxyInstance(
            RanCommandsTest.class.getClassLoader(),
            new Class<?>[] {ExtensionContext.class},
            (_, _, _) -> Optional.of(thrown));
  }

  @Test
  void aFailedAssertionShowsStandardErrorOfTheLastCommandsToo() {
    AssertionError thrown = new AssertionError("expected other output");
    for (int i = 0; i < 5; i++) {
      RanCommands.note(List.of("tick", "" + i), 3, "said " + i, "note " + i);
    }
    extension.afterEach(failedWith(thrown));

    assertThat(thrown.getSuppressed()).hasSize(1);
    assertThat(thrown.getSuppressed()[0].toString())
        .contains("$ tick 4   (exit code: 3)", "said 4", "standard error:\nnote 4", "note 2")
        .doesNotContain("note 1");
  }

  @Test
  void commandsOfAnotherTestAreNotShown() {
    RanCommands.note(List.of("tick"), 0, "", "of another");
    extension.beforeEach(failedWith(new AssertionError()));
    AssertionError thrown = new AssertionError();
    extension.afterEach(failedWith(thrown));

    assertThat(thrown.getSuppressed()).isEmpty();
  }
}
