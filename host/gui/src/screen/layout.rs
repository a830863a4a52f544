//! The places of all parts of the game screen.

use egui::{Rect, Vec2, pos2, vec2};

/// Windows that are smaller in a direction fold their menus and open pages as sheets.
const ROOMY: Vec2 = vec2(860.0, 580.0);
/// From this width on, rules or analysis stand at the left of the board.
const WIDE: f32 = 1760.0;
const COLUMN: f32 = 300.0;
/// The widest panel, in windows narrower and wider than [`BROAD`].
const PANEL: [f32; 2] = [360.0, 420.0];
const BROAD: f32 = 1600.0;
const NARROWEST: f32 = 300.0;
/// The narrowest and widest panel of a small window.
const SMALL_PANEL: [f32; 2] = [188.0, 240.0];
/// Windows smaller than this in both directions have cards, but no panel.
const TINY: f32 = 400.0;
/// Lower panels have smaller parts.
const LOW: f32 = 340.0;
/// The least height of the moves below a board.
const MOVES: f32 = 120.0;
/// The widest navigation.
const NAVIGATION: f32 = 380.0;
/// The margin of the parts above and below a board, in windows wider than [`ROOMY`] is high.
const SIDES: f32 = 16.0;
/// The sides of a board as wide as high: the whole room is given to it.
const SQUARE: f32 = 1.0;
/// The least height of a sheet that leaves the board free.
const SHEET: f32 = 250.0;
/// The least height of the page above several rows of actions.
const LEAST_PAGE: f32 = 60.0;
/// The height that a page in a sheet below the board needs, and the least board above it.
const READABLE: f32 = 400.0;
const LEAST_BOARD: f32 = 300.0;
/// Around the board.
pub(super) const MARGIN: f32 = 8.0;

/// The heights of parts, in points.
#[derive(Debug, Clone, Copy)]
struct Heights {
    bar: f32,
    card: f32,
    tabs: f32,
    navigation: f32,
    actions: f32,
    gap: f32,
}

/// The height of the bar in windows of the usual size.
pub(super) const BAR: f32 = 40.0;

const TALL: Heights =
    Heights { bar: BAR, card: 64.0, tabs: 36.0, navigation: 36.0, actions: 44.0, gap: 8.0 };
const COMPACT: Heights =
    Heights { bar: 36.0, card: 48.0, tabs: 30.0, navigation: 32.0, actions: 36.0, gap: 4.0 };
const FLAT: Heights =
    Heights { bar: 32.0, card: 36.0, tabs: 28.0, navigation: 28.0, actions: 34.0, gap: 3.0 };
/// The height of a card if there are more than two.
const SMALL_CARD: f32 = 44.0;
const FLAT_CARD: f32 = 29.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct GameLayout {
    pub bar: Rect,
    pub board: Rect,
    /// A card for each opponent, from the top.
    pub others: [Rect; MOST_CARDS],
    pub own: Rect,
    /// Everything beside or below the board.
    pub panel: Option<Rect>,
    pub tabs: Rect,
    pub page: Rect,
    pub navigation: Rect,
    pub actions: Rect,
    /// At the left of the board.
    pub column: Option<Rect>,
    /// Where a page opens if the panel has no room for it.
    pub sheet: Option<Rect>,
}

/// The most opponents with a card.
pub(super) const MOST_CARDS: usize = 7;

impl GameLayout {
    /// Places the parts in a window, for a game with this many opponents.
    pub fn new(whole: Rect, opponents: usize) -> Self {
        Self::of_board(whole, opponents, SQUARE)
    }

    /// The same for a board with this height, in parts of its width.
    pub fn of_board(whole: Rect, opponents: usize, shape: f32) -> Self {
        let opponents = opponents.min(MOST_CARDS);
        let size = whole.size();
        let folded = size.x < ROOMY.x || size.y < ROOMY.y;
        let mut heights = match (folded, size.y < LOW) {
            (_, true) => FLAT,
            (true, _) => COMPACT,
            _ => TALL,
        };
        if opponents > 1 {
            heights.card = heights.card.min(if size.y < LOW { FLAT_CARD } else { SMALL_CARD });
        }
        let (bar, rest) = whole.split_top_bottom_at_y(whole.top() + heights.bar);
        if size.max_elem() < TINY {
            return Self::tiny(bar, rest, opponents, heights);
        }
        let free = size.x - rest.height();
        let (width, column) = match folded {
            true => (free.clamp(SMALL_PANEL[0], SMALL_PANEL[1]), 0.0),
            false => {
                let most = PANEL[usize::from(size.x >= BROAD)];
                let column = if size.x >= WIDE { COLUMN } else { 0.0 };
                ((free - column).clamp(NARROWEST, most), column)
            }
        };
        let beside_it = (size.x - width - column).min(rest.height());
        let cards = heights.card + heights.gap;
        let around = 2.0 * cards + heights.tabs + heights.navigation + heights.actions + MOVES;
        let between_cards = size.x.min(rest.height() - around);
        match between_cards > beside_it {
            true => {
                let needed = (size.x - 2.0 * MARGIN) * shape + 2.0 * MARGIN;
                Self::portrait(bar, rest, opponents, heights, between_cards.min(needed))
            }
            false => Self::beside(bar, rest, opponents, heights, (width, column, folded)),
        }
    }

    /// The board beside the panel.
    fn beside(
        bar: Rect,
        rest: Rect,
        opponents: usize,
        heights: Heights,
        (width, column, folded): (f32, f32, bool),
    ) -> Self {
        let (middle, panel) = rest.split_left_right_at_x(rest.right() - width);
        let (column, middle) = middle.split_left_right_at_x(middle.left() + column);
        let inside = panel.shrink(heights.gap);
        let mut others = [Rect::NOTHING; MOST_CARDS];
        let mut top = inside.top();
        for place in others.iter_mut().take(opponents) {
            *place = rows(inside, top, heights.card);
            top = place.bottom() + heights.gap;
        }
        let actions = rows(inside, inside.bottom() - heights.actions, heights.actions);
        let own = rows(inside, actions.top() - heights.gap - heights.card, heights.card);
        let (tabs, page, navigation) = pages(inside, (top, own.top()), heights);
        let sheet = (rest.width() * 0.56).min(380.0).max(width);
        let sheet = Rect::from_min_max(pos2(rest.right() - sheet, rest.top()), rest.max);
        GameLayout {
            bar,
            board: middle.shrink(MARGIN),
            others,
            own,
            panel: Some(panel),
            tabs,
            page,
            navigation,
            actions,
            column: Some(column).filter(|it| it.width() > 1.0),
            sheet: Some(sheet).filter(|_| folded),
        }
    }

    /// Cards above and below the board, and the panel at the bottom.
    fn portrait(bar: Rect, rest: Rect, opponents: usize, heights: Heights, board: f32) -> Self {
        let side = if rest.width() >= ROOMY.y { SIDES } else { heights.gap };
        let inside = rest.shrink2(vec2(side, 0.0));
        let above = rows(inside, inside.top() + heights.gap, heights.card);
        let others = side_by_side(above, opponents, heights.gap);
        let board_top = above.bottom();
        let middle = rest.shrink2(vec2(heights.gap, 0.0));
        let board = rows(middle, board_top, board).shrink(heights.gap);
        let own = rows(inside, board.bottom() + heights.gap, heights.card);
        let panel = Rect::from_min_max(pos2(rest.left(), own.bottom() + heights.gap), rest.max);
        let actions_top = rest.bottom() - heights.gap - heights.actions;
        let actions = rows(inside, actions_top, heights.actions);
        let (tabs, page, navigation) = pages(inside, (panel.top(), actions.top()), heights);
        let navigation = in_middle(navigation, NAVIGATION);
        // Hints on the board are to be seen beside the analysis.
        let below = board.bottom() + heights.gap;
        let sheet_top = if rest.bottom() - below >= SHEET { below } else { rest.center().y };
        let sheet = Rect::from_min_max(pos2(rest.left(), sheet_top), rest.max);
        GameLayout {
            bar,
            board,
            others,
            own,
            panel: Some(panel),
            tabs,
            page,
            navigation,
            actions,
            column: None,
            sheet: Some(sheet),
        }
    }

    /// The same with an open sheet: one below the board takes the room that a page needs, and the
    /// board what is left.
    #[must_use]
    pub fn with_open_sheet(mut self) -> Self {
        let Some(sheet) = self.sheet.as_mut().filter(|_| self.own.top() >= self.board.bottom())
        else {
            return self;
        };
        let top = (sheet.bottom() - READABLE).max(self.board.top() + LEAST_BOARD);
        if sheet.top() > top {
            sheet.min.y = top;
        }
        self.board.max.y = self.board.max.y.min(sheet.top() - MARGIN);
        self
    }

    /// The same with more rows of actions, taken from the page.
    #[must_use]
    pub fn with_rows_of_actions(mut self, more: usize) -> Self {
        // A window without a panel has no actions.
        if more == 0 {
            return self;
        }
        let height = self.actions.height() * more as f32;
        let low = self.page.bottom();
        self.page.max.y -= height;
        for part in [&mut self.navigation, &mut self.own] {
            if part.top() >= low && part.bottom() <= self.actions.top() {
                *part = part.translate(vec2(0.0, -height));
            }
        }
        self.actions.min.y -= height;
        self
    }

    /// The same without actions: below a board, the page takes their room.
    #[must_use]
    pub fn without_actions(mut self) -> Self {
        if self.own.top() >= self.board.bottom() && self.navigation.bottom() <= self.actions.top() {
            let more = self.actions.bottom() - self.navigation.bottom();
            self.page.max.y += more;
            self.navigation = self.navigation.translate(vec2(0.0, more));
            self.actions = Rect::NOTHING;
        }
        self
    }

    /// How many more rows of actions leave a page to read.
    pub fn rows_of_actions(&self) -> usize {
        let room = self.page.height() - LEAST_PAGE;
        (room / self.actions.height().max(1.0)).clamp(0.0, 2.0) as usize
    }

    /// The board above a row of cards.
    fn tiny(bar: Rect, rest: Rect, opponents: usize, heights: Heights) -> Self {
        let inside = rest.shrink(heights.gap);
        let row = rows(inside, inside.bottom() - FLAT.card, FLAT.card);
        let mut cards = side_by_side(row, opponents + 1, heights.gap);
        let own = cards[0];
        cards.rotate_left(1);
        let board = Rect::from_min_max(inside.min, pos2(inside.right(), row.top() - heights.gap));
        GameLayout {
            bar,
            board,
            others: cards,
            own,
            panel: None,
            tabs: Rect::NOTHING,
            page: Rect::NOTHING,
            navigation: Rect::NOTHING,
            actions: Rect::NOTHING,
            column: None,
            sheet: Some(rest),
        }
    }

    /// The board alone.
    pub fn board_only(whole: Rect) -> Self {
        let layout = Self::new(whole, 0);
        GameLayout { board: whole.shrink(2.0), panel: None, column: None, ..layout }
    }

    /// The room of a banner above the board: below a card, as wide as that.
    pub fn banner(&self) -> Rect {
        match self.own.top() >= self.board.bottom() && self.panel.is_some() {
            true => Rect::from_x_y_ranges(self.own.x_range(), self.board.y_range()),
            false => self.board,
        }
    }

    /// Whether the menus are folded into one.
    pub fn is_folded(&self) -> bool {
        self.sheet.is_some()
    }

    /// Everything between the cards of a panel beside the board, or below the own card.
    pub fn middle(&self) -> Rect {
        self.tabs.union(self.page).union(self.navigation)
    }

    /// The same, with the actions if they follow.
    pub fn end(&self) -> Rect {
        match self.own.top() > self.page.bottom() {
            true => self.middle(),
            false => self.middle().union(self.actions),
        }
    }
}

/// Tabs, their page and the navigation below it, between two heights.
fn pages(inside: Rect, (top, bottom): (f32, f32), heights: Heights) -> (Rect, Rect, Rect) {
    let tabs = rows(inside, top, heights.tabs);
    let navigation_top = bottom - heights.gap - heights.navigation;
    let navigation = rows(inside, navigation_top, heights.navigation);
    let page = Rect::from_min_max(
        pos2(inside.left(), tabs.bottom() + heights.gap),
        pos2(inside.right(), navigation.top() - heights.gap),
    );
    (tabs, page, navigation)
}

/// The middle of a row.
fn in_middle(row: Rect, most: f32) -> Rect {
    Rect::from_center_size(row.center(), vec2(row.width().min(most), row.height()))
}

/// A part of the whole width.
fn rows(inside: Rect, top: f32, height: f32) -> Rect {
    Rect::from_min_size(pos2(inside.left(), top), vec2(inside.width(), height))
}

fn side_by_side(row: Rect, count: usize, gap: f32) -> [Rect; MOST_CARDS] {
    let mut places = [Rect::NOTHING; MOST_CARDS];
    let count = count.clamp(1, MOST_CARDS);
    let width = (row.width() - gap * (count - 1) as f32) / count as f32;
    for (number, place) in places.iter_mut().take(count).enumerate() {
        let left = row.left() + (width + gap) * number as f32;
        *place = Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(width: f32, height: f32, opponents: usize) -> GameLayout {
        GameLayout::new(Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height)), opponents)
    }

    fn side(layout: &GameLayout) -> f32 {
        layout.board.width().min(layout.board.height())
    }

    #[test]
    fn the_board_takes_the_room() {
        for (width, height, least) in [
            (640.0, 480.0, 428.0),
            (1100.0, 760.0, 700.0),
            (1280.0, 800.0, 744.0),
            (1920.0, 1080.0, 1000.0),
            // Three rows of moves lie below it.
            (600.0, 900.0, 530.0),
            (320.0, 240.0, 150.0),
        ] {
            let found = side(&layout(width, height, 1));
            assert!(found >= least, "{width} x {height}: {found}");
        }
    }

    #[test]
    fn parts_lie_in_the_window_and_apart() {
        for (width, height) in [
            (640.0, 480.0),
            (1100.0, 760.0),
            (1280.0, 800.0),
            (1920.0, 1080.0),
            (600.0, 900.0),
            (400.0, 780.0),
            (900.0, 300.0),
            (900.0, 900.0),
            (1280.0, 600.0),
        ] {
            for (opponents, more) in [(1, 0), (2, 0), (3, 0), (1, 1), (1, 2)] {
                let it = layout(width, height, opponents);
                // In the lowest windows, the actions scroll in one row.
                let more = more.min(it.rows_of_actions());
                let it = it.with_rows_of_actions(more);
                let whole = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
                let mut parts =
                    vec![it.bar, it.board, it.own, it.tabs, it.page, it.navigation, it.actions];
                parts.extend(&it.others[..opponents]);
                parts.extend(it.column);
                for (number, part) in parts.iter().enumerate() {
                    let name = format!("part {number} of {width} x {height}, {opponents}: {part}");
                    assert!(whole.contains_rect(*part) && part.is_positive(), "{name}");
                    for other in &parts[number + 1..] {
                        assert!(!part.shrink(0.5).intersects(*other), "{name} over {other}");
                    }
                }
                assert!(it.page.height() >= 24.0, "{width} x {height}, {opponents}: {}", it.page);
            }
        }
    }

    #[test]
    fn a_sheet_below_the_board_leaves_it_free_where_there_is_room() {
        let tall = layout(800.0, 1200.0, 1);
        let sheet = tall.sheet.expect("a portrait has sheets");
        assert!(sheet.top() >= tall.board.bottom(), "{sheet} over {}", tall.board);
        let low = layout(600.0, 900.0, 1);
        let sheet = low.sheet.expect("a portrait has sheets");
        assert!(sheet.height() >= SHEET, "{sheet}");
    }

    #[test]
    fn an_open_sheet_in_a_portrait_has_room_for_a_review_below_the_board() {
        for (width, height) in [(800.0, 1200.0), (800.0, 1080.0), (600.0, 900.0)] {
            let open = layout(width, height, 1).with_open_sheet();
            let sheet = open.sheet.expect("a portrait has sheets");
            assert!(sheet.height() >= READABLE, "{width} x {height}: {sheet}");
            assert!(open.board.bottom() < sheet.top() && open.board.height() >= 280.0);
        }
        let beside = layout(640.0, 480.0, 1);
        assert_eq!(beside.with_open_sheet(), beside);
    }

    #[test]
    fn a_page_below_a_board_takes_the_room_that_the_board_and_the_actions_leave() {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(768.0, 1024.0));
        let tall = GameLayout::new(window, 1);
        let low = GameLayout::of_board(window, 1, 0.6);
        assert!(tall.page.height() >= 100.0, "{}", tall.page);
        assert!(low.page.height() >= tall.page.height() + 180.0, "{} {}", low.page, tall.page);
        let bare = low.without_actions();
        assert!(bare.page.height() >= low.page.height() + 30.0, "{}", bare.page);
        assert!(bare.navigation.bottom() > 1000.0, "{}", bare.navigation);
        for part in [bare.own, bare.page, bare.others[0]] {
            assert_eq!((part.left(), part.right()), (16.0, 752.0), "{part}");
        }
        let middle = bare.navigation.center().x;
        assert!(middle == 384.0 && bare.navigation.width() < 400.0, "{}", bare.navigation);
        // Beside a board, the own card stays where it is.
        let beside = layout(1280.0, 800.0, 1);
        assert_eq!(beside.without_actions(), beside);
    }

    #[test]
    fn a_wide_window_has_a_column() {
        assert!(layout(1920.0, 1080.0, 1).column.is_some());
        assert!(layout(1280.0, 800.0, 1).column.is_none());
    }
}
