package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.testing.TestNode;

/** Declarations at the head of scripts. */
class HookScriptTest {
  private static HookDeclaration head(String... lines) {
    StringBuilder text = new StringBuilder("#!/bin/sh\n# sbp-hook:\n");
    for (String line : lines) {
      text.append("#   ").append(line).append('\n');
    }
    return HookScript.head("some.sh", text.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "triggers: {principal: } | triggers.principal",
        "triggers: {principal: {}, event: {types: task}} | triggers.principal",
        "triggers: {principal: {tags: }, event: {types: task}} | triggers.principal.tags",
        "triggers: {event: {types: []}} | triggers.event.types",
        "triggers: {event: {types: task, metadata: {event_type: }}} |"
            + " triggers.event.metadata.event_type",
      })
  void aTriggerWithoutAValueIsRefusedWithItsLineAndFiresForNobody(String line, String key) {
    assertThatThrownBy(() -> head("description: x", line))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("some.sh:4: nothing stands behind %s; write a value, or remove the key", key);
  }

  @Test
  void aScriptWithLineEndsOfWindowsIsRefusedWithTheReasonAndTheRemedy(@TempDir Path folder)
      throws IOException {
    TestNode node = TestNode.in(folder);
    Path hooks = Files.createDirectories(HookScript.folder(node.node()));
    String script =
        "#!/bin/sh\n# sbp-hook:\n#   description: x\n#   triggers: {event: {types: task}}\n";
    Files.writeString(hooks.resolve("dos.sh"), script.replace("\n", "\r\n"));
    Files.writeString(hooks.resolve("unix.sh"), script);

    assertThat(HookScript.find(node.node(), "dos"))
        .get()
        .isInstanceOfSatisfying(
            HookScript.Found.Bad.class,
            bad ->
                assertThat(bad.problem())
                    .startsWith("dos.sh:1: its lines end in CRLF")
                    .endsWith("sed -i 's/\\r$//' dos.sh"));
    assertThat(HookScript.find(node.node(), "unix"))
        .get()
        .isInstanceOf(HookScript.Found.Good.class);
  }

  @Test
  void noToolsNoCredentialsAndTheScriptsOwnSettingsMayBeEmpty() {
    HookDeclaration read =
        head(
            "triggers: {event: {types: task}}",
            "tools: []",
            "credentials: []",
            "config: {quiet: , names: []}");

    assertThat(read.globs().patterns()).isEmpty();
    assertThat(read.settings().has("quiet")).isTrue();
    assertThatThrownBy(() -> head("triggers: {event: {types: task}}", "tools:"))
        .hasMessageContaining("nothing stands behind tools");
  }

  @Test
  void aDeclarationNestedTooDeeplyIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> head("triggers: " + "[".repeat(3_000)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("some.sh:3:78: values are nested deeper than 64");
  }
}
