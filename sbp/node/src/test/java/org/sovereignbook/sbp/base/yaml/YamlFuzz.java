package org.sovereignbook.sbp.base.yaml;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: a policy, a hook or a team in YAML. */
public final class YamlFuzz {
  private YamlFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      Yaml yaml = Yaml.parse(new String(input, StandardCharsets.UTF_8));
      Fuzzed.same(yaml.value(), Yaml.parse(YamlWriter.write(yaml.value())).value());
    } catch (MalformedYaml e) {
      String _ = e.getMessage();
    }
  }
}
