#![allow(missing_docs, unused, clippy::all, clippy::pedantic)]
use barrow::expr::{Arena,Id,View,Function,Constant};
use barrow::number::Rational;

struct P<'a> {
    s: Vec<char>,
    i: usize,
    a: &'a mut Arena,
}
impl P<'_> {
    fn ws(&mut self) {
        while self.i < self.s.len() && self.s[self.i] == ' ' {
            self.i += 1
        }
    }
    fn peek(&mut self) -> char {
        self.ws();
        *self.s.get(self.i).unwrap_or(&'\0')
    }
    fn sum(&mut self) -> Id {
        let mut t = vec![self.term()];
        loop {
            match self.peek() {
                '+' => {
                    self.i += 1;
                    let x = self.term();
                    t.push(x)
                }
                '-' => {
                    self.i += 1;
                    let x = self.term();
                    let x = self.a.neg(x);
                    t.push(x)
                }
                _ => break,
            }
        }
        self.a.sum(&t)
    }
    fn term(&mut self) -> Id {
        let mut r = self.un();
        loop {
            match self.peek() {
                '*' => {
                    self.i += 1;
                    let x = self.un();
                    r = self.a.product(&[r, x])
                }
                '/' => {
                    self.i += 1;
                    let x = self.un();
                    r = self.a.div(r, x)
                }
                _ => break,
            }
        }
        r
    }
    fn un(&mut self) -> Id {
        match self.peek() {
            '-' => {
                self.i += 1;
                let x = self.un();
                self.a.neg(x)
            }
            '+' => {
                self.i += 1;
                self.un()
            }
            _ => self.pow(),
        }
    }
    fn pow(&mut self) -> Id {
        let b = self.atom();
        if self.peek() == '^' || (self.peek() == '*' && self.s.get(self.i + 1) == Some(&'*')) {
            self.i += if self.s[self.i] == '^' { 1 } else { 2 };
            let e = self.un();
            return self.a.power(b, e);
        }
        b
    }
    fn atom(&mut self) -> Id {
        let c = self.peek();
        if c == '(' {
            self.i += 1;
            let x = self.sum();
            assert!(self.peek() == ')');
            self.i += 1;
            return x;
        }
        if c.is_ascii_digit() {
            let mut n = String::new();
            while self.i < self.s.len() && self.s[self.i].is_ascii_digit() {
                n.push(self.s[self.i]);
                self.i += 1
            }
            return self
                .a
                .number(&Rational::from(n.parse::<num_bigint::BigInt>().unwrap()));
        }
        let mut n = String::new();
        while self.i < self.s.len() && (self.s[self.i].is_alphanumeric() || self.s[self.i] == '_') {
            n.push(self.s[self.i]);
            self.i += 1
        }
        assert!(!n.is_empty(), "at {}", self.i);
        if self.peek() == '(' {
            self.i += 1;
            let mut args = vec![self.sum()];
            while self.peek() == ',' {
                self.i += 1;
                args.push(self.sum())
            }
            assert!(self.peek() == ')');
            self.i += 1;
            return match n.as_str() {
                "exp" => self.a.exp(args[0]),
                "sqrt" => self.a.sqrt(args[0]),
                "log" if args.len() == 2 => {
                    let p = self.a.call(Function::Log, &args[..1]);
                    let q = self.a.call(Function::Log, &args[1..]);
                    self.a.div(p, q)
                }
                _ => {
                    let f = Function::find(&n).unwrap_or_else(|| panic!("function {n}"));
                    self.a.call(f, &args)
                }
            };
        }
        match n.as_str() {
            "pi" => self.a.constant(Constant::Pi),
            "E" => self.a.constant(Constant::E),
            "I"|"i" => self.a.constant(Constant::I),
            "e" => self.a.constant(Constant::E), _ => self.a.symbol(&n),
        }
    }
}
fn read(a: &mut Arena, s: &str) -> Id {
    let mut p = P {
        s: s.chars().collect(),
        i: 0,
        a,
    };
    let r = p.sum();
    assert!(p.peek() == '\0', "rest at {} of {}", p.i, s);
    r
}
use barrow::decide::*;
fn go(a:&Arena,f:Id,g:Id,dom:Domain)->Answer{
 let mut a=a.clone();a.symbol("x");let x=a.find_symbol("x").unwrap();
 let asm:Vec<Assumption>=(0..a.symbol_count()).map(|i|if a.symbol_name(i)=="C"{Assumption::Real}else{Assumption::Positive}).collect();
 let p=Problem{arena:&a,integrand:f,antiderivative:g,variable:x,assumptions:&asm,seed:[9;32]};
 decide(&p,&Policy{domain:dom,..Policy::default()})}
fn main(){
 let args:Vec<String>=std::env::args().collect();
 let dom=match args[1].as_str(){"every"=>Domain::Every,"some"=>Domain::Some,_=>Domain::Complex};
 if args.len()==4{let mut a=Arena::new();let f=read(&mut a,&args[2]);let g=read(&mut a,&args[3]);let s=std::time::Instant::now();println!("{:?} {:?}",go(&a,f,g,dom),s.elapsed());return}
 let mut n=0;let mut t=vec![];let mut why=std::collections::BTreeMap::new();
 for line in std::io::stdin().lines(){let line=line.unwrap();let v:serde_json::Value=serde_json::from_str(&line).unwrap();
  let dom=match v["domain"].as_str(){Some("every")=>Domain::Every,Some("some")=>Domain::Some,Some("complex")=>Domain::Complex,_=>dom};
  let (f,g)=(v["integrand"].as_str().unwrap().to_string(),v["antiderivative"].as_str().unwrap().to_string());
  let mut a=Arena::new();
  let r=std::panic::catch_unwind(std::panic::AssertUnwindSafe(||{let x=read(&mut a,&f);let y=read(&mut a,&g);(x,y)}));
  let Ok((x,y))=r else{continue};
  n+=1;let s=std::time::Instant::now();
  let r=go(&a,x,y,dom);let e=s.elapsed();t.push(e);
  if e.as_micros()>std::env::var("SLOW").ok().and_then(|s|s.parse().ok()).unwrap_or(250_000){println!("SLOW {:?} {} | {}",e,f,g)}
  let k=match &r{Answer::Equal{coverage,evidence,..}=>format!("equal {evidence:?} {coverage:?}"),Answer::Different{..}=>"different".into(),Answer::Undecided{reason,detail,..}=>format!("undecided {reason:?} {detail:?}"),Answer::Invalid{field,..}=>format!("invalid {field:?}")};
  let ex=v["expect"].as_str().unwrap_or("equal");
  if !ex.split('|').any(|e|k.starts_with(e))||(v["coverage"].is_string()&&!k.to_lowercase().ends_with(v["coverage"].as_str().unwrap())){println!("{k} [{} {ex} {}]: {f} | {g}",v["id"].as_str().unwrap_or(""),v["coverage"])}
  *why.entry(k).or_insert(0)+=1;
 }
 t.sort();let sum:std::time::Duration=t.iter().sum();
 println!("{n} {:?} mean {:?} median {:?} p99 {:?} max {:?}",sum,sum/n,t[t.len()/2],t[t.len()*99/100],t[t.len()-1]);
 for (k,v) in why{println!("{v:6} {k}")}
}
