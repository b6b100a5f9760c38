package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.extension.Greeting;
import org.sovereignbook.sbp.frontend.command.BuiltTools;
import org.sovereignbook.sbp.node.BuiltList;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Resources;

/** The lists of the build equal the declarations, and commands of features may have one. */
class BuiltListsTest {
  @ParameterizedTest
  @EnumSource
  void theBuildHasWrittenEachList(BuiltList list) {
    assertThat(list.text()).contains(BuiltLists.text(list));
  }

  @Test
  void theBuildOfHooksHasWrittenTheirLists() throws IOException {
    assumeTrue(System.getProperty("basedir") != null, "Maven has built it");
    Feature hooks = Features.bundled().find("hooks").orElseThrow();

    assertThat(Resources.bytes(hooks.getClass(), PlainTable.OF_FEATURE))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .contains(PlainLines.written(hooks));
    assertThat(Resources.bytes(hooks.getClass(), BuiltTools.FILE)).isPresent();
  }

  @Test
  void aFeaturesListHasItsPlainCommands(@TempDir Path classes) throws IOException {
    BuiltLists.main(new String[] {classes.toString(), "hooks"});

    assertThat(classes.resolve("org/sovereignbook/sbp/plugins/hooks/plain-commands"))
        .content()
        .contains("HookCommand --home", "/list=HookCommand$ListHooks", "\nHookCommand$Log --home")
        .doesNotContain("HookWork$Serve");
    assertThat(classes.resolve("org/sovereignbook/sbp/plugins/hooks/declared-tools"))
        .hasContent("hook_list restricted\nhook_log full\nhook_ask none");
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
