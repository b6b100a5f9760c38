package org.sovereignbook.sbp.peer.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FetchPoolTest {

  @Test
  void tellsOfEachFetchThatIsOverAndKeepsTheOrderOfTheResults() throws Exception {
    List<String> heard = new ArrayList<>();
    FetchPool pool =
        new FetchPool(new ScriptedPeers(), 4, (done, total) -> heard.add(done + "/" + total));

    List<Integer> results =
        pool.all(IntStream.rangeClosed(1, 5).<Callable<Integer>>mapToObj(n -> () -> n).toList());

    assertThat(results).containsExactly(1, 2, 3, 4, 5);
    assertThat(heard).containsExactly("1/5", "2/5", "3/5", "4/5", "5/5");
  }
}
