package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.extension.Greeting;
import org.sovereignbook.sbp.node.BuiltList;

/** The lists of the build equal the declarations, and commands of features may have one. */
class BuiltListsTest {
  @ParameterizedTest
  @EnumSource
  void theBuildHasWrittenEachList(BuiltList list) {
    assertThat(list.text()).contains(BuiltLists.text(list));
  }

  @Test
  void aFeaturesListHasItsPlainCommands(@TempDir Path classes) throws IOException {
    BuiltLists.main(new String[] {classes.toString(), "hooks"});

    assertThat(classes.resolve("org/sovereignbook/sbp/plugins/hooks/plain-commands"))
        .content()
        .contains("HookCommand --home", "/list=HookCommand$ListHooks", "\nHookCommand$Log --home")
        .doesNotContain("HookWork$Serve");
  }

  @Test
  void aCommandOfAFeatureWithAListNeedsNoPicocli() {
    assertThat(PlainWords.of(new Greeting(), "greeting", List.of("Bob", "--json")))
        .hasValueSatisfying(
            words -> {
              assertThat(((Greeting) words.command()).name()).isEqualTo("Bob");
              assertThat(words.json()).isTrue();
            });
    assertThat(PlainWords.of(new Greeting(), "greeting", List.of("--name=Bob"))).isEmpty();
  }
}
