import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** {@code scripts/checksums}, see there. The list has the form that Maven's resolver reads. */
final class Checksums {
  private static final int DIFFERENT = 1;
  private static final int USAGE = 2;
  private static final int SHOWN = 20;
  private static final List<String> ENDINGS = List.of(".jar", ".pom", ".zip", ".exe");

  /** Modules of this build, which other modules resolve. */
  private static final String OWN = "org/sovereignbook/";

  private Checksums() {}

  public static void main(String[] args) throws Exception {
    if (args.length != 3 || !List.of("check", "write").contains(args[1])) {
      System.err.println("checksums: scripts/checksums check|write REPOSITORY");
      System.exit(USAGE);
    }
    Path list = Path.of(args[0], ".mvn/checksums/checksums.sha256");
    Map<String, String> listed = read(list);
    Map<String, String> found = found(Path.of(args[2]));
    if (found.isEmpty()) {
      System.err.println("checksums: " + args[2] + " holds no artifacts");
      System.exit(USAGE);
    }
    List<String> changed =
        found.entrySet().stream()
            .filter(
                file ->
                    !listed.getOrDefault(file.getKey(), file.getValue()).equals(file.getValue()))
            .map(file -> "changed: " + file.getKey())
            .toList();
    List<String> missing =
        found.keySet().stream()
            .filter(file -> !listed.containsKey(file))
            .map(file -> "not listed: " + file)
            .toList();
    changed.forEach(System.out::println);
    if (args[1].equals("write") && changed.isEmpty()) {
      listed.putAll(found);
      write(list, listed);
      System.out.printf("%d added, %d listed%n", missing.size(), listed.size());
      return;
    }
    missing.stream().limit(SHOWN).forEach(System.out::println);
    System.out.printf(
        "%d of %d artifacts are as listed%n",
        found.size() - changed.size() - missing.size(), found.size());
    System.exit(changed.isEmpty() && missing.isEmpty() ? 0 : DIFFERENT);
  }

  private static Map<String, String> read(Path list) throws IOException {
    Map<String, String> listed = new TreeMap<>();
    for (String line : Files.exists(list) ? Files.readAllLines(list) : List.<String>of()) {
      String[] words = line.split(" +", 2);
      listed.put(words[1], words[0]);
    }
    return listed;
  }

  private static void write(Path list, Map<String, String> listed) throws IOException {
    Files.createDirectories(list.getParent());
    StringBuilder text = new StringBuilder();
    listed.forEach((file, sum) -> text.append(sum).append("  ").append(file).append('\n'));
    Files.writeString(list, text);
  }

  private static Map<String, String> found(Path repository) throws Exception {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> files = Files.walk(repository)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = repository.relativize(file).toString().replace('\\', '/');
        if (!name.startsWith(OWN) && ENDINGS.stream().anyMatch(name::endsWith)) {
          found.put(name, sha256(file));
        }
      }
    }
    return found;
  }

  private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
