package org.sovereignbook.sbp.cli.demo;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.Resources;

/** The characters of the demo, in the order of {@code cast.txt}: those of this program's jar. */
public record Cast(List<Role> roles) {
  private static final String RESOURCES = "examples/demo/";
  private static final String LIST = "cast.txt";
  private static final String ETHOS = "ethos.md";
  private static final String DRAFTS = "drafts/";

  public Cast {
    roles = List.copyOf(roles);
  }

  /** The characters that come with the program. */
  public static Cast bundled() {
    return read(name -> Resources.find(RESOURCES + name));
  }

  /** The characters in a folder of the same layout. */
  public static Cast in(Disk disk, Path folder) {
    return read(
        name ->
            disk.read(folder.resolve(name))
                .map(bytes -> new String(bytes, StandardCharsets.UTF_8)));
  }

  private static Cast read(Function<String, Optional<String>> files) {
    Map<String, String> ethoses = new LinkedHashMap<>();
    Map<String, List<Draft>> drafts = new LinkedHashMap<>();
    for (String line : required(files, LIST).lines().map(String::strip).toList()) {
      int slash = line.indexOf('/');
      if (slash > 0) {
        String key = line.substring(0, slash);
        String file = line.substring(slash + 1);
        if (file.equals(ETHOS)) {
          ethoses.put(key, required(files, line));
        } else if (file.startsWith(DRAFTS)) {
          drafts
              .computeIfAbsent(key, k -> new ArrayList<>())
              .add(Draft.of(file.substring(DRAFTS.length()), required(files, line)));
        }
      }
    }
    List<Role> roles = new ArrayList<>();
    ethoses.forEach(
        (key, ethos) -> roles.add(new Role(key, ethos, drafts.getOrDefault(key, List.of()))));
    return new Cast(roles);
  }

  private static String required(Function<String, Optional<String>> files, String name) {
    return files
        .apply(name)
        .orElseThrow(() -> new IllegalArgumentException("the cast has no file " + name));
  }
}
