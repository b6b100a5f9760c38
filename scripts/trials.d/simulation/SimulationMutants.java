import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.pitest.classinfo.ClassName;
import org.pitest.classpath.ClassloaderByteArraySource;
import org.pitest.mutationtest.engine.Mutater;
import org.pitest.mutationtest.engine.MutationDetails;
import org.pitest.mutationtest.engine.gregor.GregorMutationEngine;
import org.pitest.mutationtest.engine.gregor.config.DefaultMutationEngineConfiguration;
import org.pitest.mutationtest.engine.gregor.config.Mutator;

/**
 * Draws changes of PIT in the classes whose promises the trial {@code network} judges, and writes
 * each changed class into a folder of its own, beside {@code mutant.txt} that says what it is.
 *
 * <p>Arguments: a new folder, the number of changes, the seed of the draw. The class path has PIT
 * and the program.
 */
final class SimulationMutants {
  private static final String PACKAGE = "org.sovereignbook.sbp.";

  private static final List<String> CLASSES =
      List.of(
          "peer.delivery.Batch",
          "peer.delivery.Delivery",
          "peer.delivery.DeliveryRun",
          "peer.delivery.DeliveryState",
          "peer.delivery.EnvelopeTimes",
          "peer.delivery.ItemReader",
          "peer.delivery.OutgoingItem",
          "peer.delivery.RecipientState",
          "peer.delivery.Results",
          "peer.delivery.Successors",
          "store.Introduction",
          "store.PeerIdentities",
          "base.protocol.Rotation",
          "peer.network.OwnIdentity",
          "peer.reader.ReaderGates",
          "peer.reader.ReaderContext",
          "peer.reader.ReceivedEnvelope",
          "peer.reader.OwnSubscriptions",
          "peer.server.Admission",
          "peer.server.DuplicateIndex",
          "society.mail.Arrival",
          "society.mail.Arrivals",
          "society.mail.Departures",
          "society.mail.MailGate",
          "society.mail.MailState",
          "society.mail.Mailboxes",
          "society.mail.Overdue",
          "society.mail.Receipts",
          "society.mail.Sending",
          "society.board.Board",
          "society.board.Claims",
          "society.board.Deadlines",
          "society.board.Outcomes",
          "society.board.TaskCrossing",
          "society.board.TaskState",
          "plugins.groups.ArrivedItems",
          "plugins.groups.GroupSender",
          "plugins.groups.ItemArrivals",
          "plugins.groups.ListArrivals",
          "plugins.groups.ListedGroup",
          "plugins.groups.MemoryGate",
          "plugins.groups.SendingOutcomes",
          "plugins.groups.SendingQueue",
          "plugins.groups.SendingRun",
          "plugins.groups.SentLists",
          "plugins.groups.SentParts",
          "plugins.groups.SharedArrivals",
          "plugins.groups.SharedGroup",
          "plugins.groups.SharedGroups",
          "plugins.groups.SharedItem",
          "plugins.groups.SharedItems",
          "plugins.groups.SharedKeys",
          "plugins.groups.SharedRotations");

  /** Methods whose results only people read. */
  private static final Set<String> WORDS = Set.of("toString", "hashCode", "describe", "clocks");

  private SimulationMutants() {}

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Mutater mutater =
        new GregorMutationEngine(
                new DefaultMutationEngineConfiguration(_ -> true, Mutator.newDefaults()))
            .createMutator(ClassloaderByteArraySource.fromContext());
    List<MutationDetails> all = new ArrayList<>();
    for (String type : CLASSES) {
      all.addAll(mutater.findMutations(ClassName.fromString(PACKAGE + type)));
    }
    all.removeIf(mutation -> WORDS.contains(mutation.getMethod()));
    System.out.println(all.size() + " changes, of which " + args[1] + " are drawn by " + args[2]);
    Collections.shuffle(all, new Random(Long.parseLong(args[2])));
    int count = Math.min(all.size(), Integer.parseInt(args[1]));
    for (int i = 0; i < count; i++) {
      write(mutater, all.get(i), folder, i + 1);
    }
  }

  private static void write(Mutater mutater, MutationDetails change, Path folder, int number)
      throws IOException {
    String type = change.getClassName().asJavaName();
    Path one =
        folder.resolve(
            "%03d-%s.%s-%d"
                .formatted(
                    number,
                    type.substring(type.lastIndexOf('.') + 1),
                    change.getMethod().replaceAll("[^\\w$]", ""),
                    change.getLineNumber()));
    Path file = one.resolve(change.getClassName().asInternalName() + ".class");
    Files.createDirectories(file.getParent());
    Path _ = Files.write(file, mutater.getMutation(change.getId()).getBytes());
    Path _ = Files.writeString(one.resolve("mutant.txt"), change.getDescription() + "\n");
  }
}
