/** What is played. What is not given has its default; integers beyond 2^53 are given as strings. */
export interface Parameters {
    /** Of {@link Catalogue.games}; the first by default. */
    game?: string;
    players?: number;
    rounds?: number;
    /** Cards of a deck. */
    deck?: number;
    /** How likely each card is, of {@link Game.profiles}. */
    profile?: string;
    /** The same by numbers: "A1=1,A99=3". */
    weights?: string;
    /** Of {@link Game.strategies}, for all seats, or "2=NAME" for one. */
    strategy?: string;
    /** 0 by default. */
    seed?: number | string;
    /** The index of the first game. */
    first?: number | string;
    /** Whether more is counted, which takes longer. */
    detail?: boolean;
    /** Whether games of other strategies share as much chance as they can; they are other games. */
    paired?: boolean;
}

export interface Range {
    least: number;
    most: number;
    /** The default. */
    usual: number;
}

export interface Named {
    name: string;
    help: string;
}

/** `usual` are the sizes that are played where none are given; a deck of 0 has what a game needs. */
export interface Profile extends Named {
    usual: Record<'players' | 'rounds' | 'deck', number>;
}

export type ParameterName = 'players' | 'rounds' | 'deck' | 'profile' | 'weights' | 'strategy' | 'paired' | 'detail';

export interface Game {
    name: string;
    title: string;
    /** What is counted of a seat: "loses", say. */
    event: string;
    players: Range;
    rounds: Range;
    deck: Range;
    profiles: Profile[];
    strategies: Named[];
    /** Which of the parameters the game has. */
    has: Record<ParameterName, boolean>;
    /** What parameters are in this game, where they mean something of its own. */
    help: Partial<Record<ParameterName, string>>;
}

export interface Catalogue {
    version: string;
    games: Game[];
}

/** How far a run is. The same games have the same digest, on every machine. */
export interface Progress {
    games: number;
    /** How many more games there are. */
    left: number;
    turns: number;
    /** 32 hexadecimal digits. */
    digest: string;
    /** What plays the same games at a command line: "ninefold run ...". */
    command: string;
    /** Seconds of playing. */
    seconds: number;
    /** What the page of the statistics has in its body; all texts in it are escaped. */
    html: string;
}

export interface Run extends Progress {
    /** Whether {@link NinefoldEngine.stop} ended it before its last game. */
    stopped: boolean;
}

/** How far two runs side by side are; digest and command are those of the first. */
export interface PairProgress extends Progress {
    otherDigest: string;
    otherCommand: string;
}

export interface PairRun extends PairProgress {
    stopped: boolean;
}

/** How far a tournament is: `games` and `left` are those of each pairing. */
export type TournamentProgress = Omit<Progress, 'turns' | 'digest'>;

export interface TournamentRun extends TournamentProgress {
    stopped: boolean;
}

export interface Check {
    right: boolean;
    /** The first line that differs. */
    line: number;
    /** Of a right one "white-space" or "line-ends" where only that differs. */
    kind: string | null;
    /** An explanation in terms of the game, or null if it is right to the byte. */
    why: string | null;
}

export interface Strictness {
    /** Whether white space has to be the same, too. */
    strict?: boolean;
}

/**
 * An engine in a worker of its own. Promises reject with an Error that has the message of the
 * library, in its language. One run at a time; other questions are answered between its steps.
 */
export class NinefoldEngine {
    /**
     * @param worker what runs `ninefold/worker.js`; by default one is started. In node a thread, in
     *     browsers a Worker of the file beside the module.
     */
    constructor(worker?: unknown);

    /** The games there are, and what can be chosen in them. */
    catalogue(): Promise<Catalogue>;

    /** Chooses the language of reports, explanations and messages from now on. */
    language(name: 'en' | 'zh'): Promise<{ known: boolean }>;

    /** Plays so many games, or as many as come to so many seconds; tells how far it is meanwhile. */
    run(parameters: Parameters | undefined, count: number | string | { seconds: number },
        onProgress?: (progress: Progress) => void): Promise<Run>;

    /**
     * Plays the same games with two settings, and tells how the second differs from the first at
     * each seat: by pairs of games where they share their deals, else by the intervals of both.
     * @param names what the reports call them
     */
    compare(parameters: Parameters | undefined, other: Parameters | undefined, count: number | string | { seconds: number },
        onProgress?: (progress: PairProgress) => void, names?: [string, string]): Promise<PairRun>;

    /**
     * Plays strategies off against each other, one player of each alone at tables of each other one.
     * @param strategies two names or more of {@link Game.strategies}
     * @param count games per pairing, with an equal share of them at each seat
     */
    tournament(parameters: Parameters | undefined, strategies: string[], count: number | string,
        onProgress?: (progress: TournamentProgress) => void): Promise<TournamentRun>;

    /** Ends the run after its step. */
    stop(): Promise<unknown>;

    /** What the last run, comparison or tournament found. `json` is what the program writes with --json. */
    report(form?: 'table' | 'json' | 'markdown' | 'html'): Promise<string>;

    /** Game `index` as a judge's input and output. */
    deal(parameters: Parameters | undefined, index: number | string): Promise<{ instance: string; transcript: string }>;

    /** Plays an instance: its transcript. */
    play(game: string | undefined, instance: string): Promise<string>;

    /** Checks an instance strictly: what it is, in a line or more. Rejects if it is not valid. */
    verify(game: string | undefined, instance: string): Promise<string>;

    /**
     * Checks that an input of any problem is exactly what a form describes, in the language of checktestdata.
     * Rejects with the place in the input, `input:2:3: found ...`, or in the form, `form:1:7: ...`.
     */
    checkInput(form: string, input: string): Promise<void>;

    /** Case `index` of `seed` by a form, a valid input: of 1,000 the first are the smallest, the last the largest. */
    makeInput(form: string, seed: number | string, index: number | string): Promise<string>;

    /** Names the mistake of a program by what it printed for some small cases, and gives the next case to ask about. */
    name(game: string, told: { instance: string; output: string }[], number?: number): Promise<{
        verdict: string | null; next: string | null; left: number; wrong: number; unclear: boolean; why: string | null;
    }>;

    /**
     * Case `number` of those that tell mistakes apart best, small ones before those up to the limits.
     * They are asked for in order, each with what was `known` by the one before.
     */
    case(game: string, number: number, known?: string[]): Promise<{ instance: string; cases: number; seconds: number; known: string[] }>;

    /**
     * Who may have written a program: of those `left` by its cases before, or of all, or of all
     * `pairs` of mistakes, those who print this output.
     * @param cases how many were told, with this one
     */
    narrow(game: string, instance: string, output: string, cases: number,
        from?: { left?: string[]; pairs?: boolean }): Promise<{ left: string[]; verdict: string }>;

    /** Compares the output of a program with what is right. */
    check(game: string | undefined, instance: string, transcript: string, how?: Strictness): Promise<Check>;

    /** A page of HTML that tells an instance turn by turn, and where a transcript leaves the rules. */
    page(game: string | undefined, instance: string, transcript?: string | null, how?: Strictness): Promise<string>;

    /** Ends the worker; what it has not answered rejects. */
    close(): void;
}
