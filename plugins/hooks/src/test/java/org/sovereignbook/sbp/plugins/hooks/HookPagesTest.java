package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.yaml.Yaml;

/** What docs/hooks.md shows is what the program reads. */
class HookPagesTest {
  private static List<String> blocks(String language) throws Exception {
    return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(Path.of("../docs/hooks.md")))
        .results()
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  @Test
  void everyDeclarationOfThePageIsOne() throws Exception {
    List<String> all = blocks("yaml");
    assertThat(all).hasSize(2);
    for (String yaml : all) {
      HookDeclaration declaration = HookDeclaration.of((JsonObject) Yaml.parse(yaml).value());
      assertThat(declaration.description()).isPresent();
    }
  }

  @Test
  void theAnswerOfThePageIsOne() throws Exception {
    for (String json : blocks("json")) {
      HookAnswer answer = HookAnswer.read(json.getBytes(StandardCharsets.UTF_8), Set.of());
      assertThat(answer.fire()).isTrue();
      assertThat(answer.actions().orElseThrow()).hasSize(4);
    }
  }
}
