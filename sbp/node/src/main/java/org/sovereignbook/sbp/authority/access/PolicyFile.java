package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.yaml.MalformedYaml;
import org.sovereignbook.sbp.base.yaml.Yaml;

/**
 * Parsed file of policies.
 *
 * @param root the YAML as JSON
 */
public record PolicyFile(String name, JsonValue root, List<Policy> policies) {

  /**
   * Mistake in a file.
   *
   * @param place {@code FILE:LINE:COLUMN}
   */
  public record Problem(String place, String text) {
    @Override
    public String toString() {
      return place + ": " + text;
    }
  }

  /**
   * Parses a file.
   *
   * @param problems receives its mistakes
   */
  public static PolicyFile parse(String name, String text, List<Problem> problems) {
    Yaml yaml;
    try {
      yaml = Yaml.parse(text);
    } catch (MalformedYaml e) {
      problems.add(new Problem(e.place(name), e.problem()));
      return new PolicyFile(name, org.sovereignbook.sbp.base.json.JsonNull.INSTANCE, List.of());
    }
    List<PolicyFields.Problem> found = new ArrayList<>();
    PolicyReader reader = new PolicyReader(name, key -> yaml.at(key).line(), found);
    List<Policy> policies = reader.read(yaml.value());
    for (PolicyFields.Problem problem : found) {
      Yaml.Place at = yaml.at(problem.key());
      problems.add(new Problem(name + ":" + at.line() + ":" + at.column(), problem.text()));
    }
    return new PolicyFile(name, yaml.value(), policies);
  }

  /** Reports policies that have the same name, in one file or in several. */
  static void requireDistinct(List<PolicyFile> files, List<Problem> problems) {
    Map<String, String> places = new HashMap<>();
    for (PolicyFile file : files) {
      for (Policy policy : file.policies()) {
        String other = places.putIfAbsent(policy.name(), policy.place());
        if (other != null && !policy.name().isEmpty()) {
          problems.add(
              new Problem(
                  policy.place(), "the name " + policy.name() + " is taken already, by " + other));
        }
      }
    }
  }
}
